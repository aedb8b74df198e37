/** The syntax of header fields: https://www.rfc-editor.org/rfc/rfc9110#section-5. */

export function isFieldName(text: string): boolean {
  return /^[!#$%&'*+.^`|~\w-]+$/.test(text);
}

export function isFieldValue(text: string): boolean {
  return /^[\t -~\x80-\xff]*$/.test(text);
}

/** Tells whether a host writes the field itself. A second one could end a reply too early. */
export function isOfHost(name: string): boolean {
  return /^(?:connection|content-length|content-type|keep-alive|transfer-encoding)$/i.test(name);
}
