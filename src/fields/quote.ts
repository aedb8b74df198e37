/** A text as JSON has it. `JSON.stringify` takes longer to find that there is nothing to escape. */
export function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

const PLAIN = /^[ !#-[\]-~]*$/;
