/** The lines that header fields, given as names and values in turn, take on the wire. */
export function linesOf(...fields: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < fields.length; at += 2) lines += `${fields[at]}: ${fields[at + 1]}\r\n`;
  return lines;
}
