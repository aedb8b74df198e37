/** Writes a text as a JSON string. */
export function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Writes the contents of a JSON string. `JSON.stringify` takes longer to find that nothing has to be escaped. */
export function escaped(text: string): string {
  return PLAIN.test(text) ? text : JSON.stringify(text).slice(1, -1);
}

const PLAIN = /^[ !#-[\]-~]*$/;
