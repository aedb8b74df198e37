/** The syntax of header fields: https://www.rfc-editor.org/rfc/rfc9110#section-5. */

/** A character of a token, such as a name or a method, as the source of an expression. */
export const TOKEN_CHARACTER = "[!#$%&'*+.^`|~\\w-]";

const token = new RegExp(`^${TOKEN_CHARACTER}+$`);

export function isFieldName(text: string): boolean {
  return token.test(text);
}

export function isFieldValue(text: string): boolean {
  return /^[\t -~\x80-\xff]*$/.test(text);
}

/** Tells whether a host writes the field itself. A second one could end a reply too early. */
export function isOfHost(name: string): boolean {
  return /^(?:connection|content-length|content-type|keep-alive|transfer-encoding)$/i.test(name);
}
