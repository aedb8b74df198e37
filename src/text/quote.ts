/** A text as JSON has it. */
export function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** A text as JSON has it between quotation marks. `JSON.stringify` takes longer to find that there is nothing to escape. */
export function escaped(text: string): string {
  return PLAIN.test(text) ? text : JSON.stringify(text).slice(1, -1);
}

const PLAIN = /^[ !#-[\]-~]*$/;
