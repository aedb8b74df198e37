/**
 * Top-level names that receive no mail from outside.
 *
 * @see https://www.iana.org/assignments/special-use-domain-names
 */
export const reservedNames: readonly string[] = ['arpa', 'invalid', 'local', 'localhost', 'onion', 'test'];
