/** Writes header fields of our own, given as names and values in turn, as they go over the wire. */
export function linesOf(...fields: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < fields.length; at += 2) lines += `${fields[at]}: ${fields[at + 1]}\r\n`;
  return lines;
}

/** Writes the header fields that a handler sets. One that could end a line early is a bug. */
export function headerLines(fields: Readonly<Record<string, string>>): string {
  let lines = '';
  for (const [name, value] of Object.entries(fields)) {
    if (!NAME.test(name) || !VALUE.test(value)) throw new TypeError(`a reply can't have the header ${name}`);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

const NAME = /^[!#$%&'*+.^`|~\w-]+$/;
const VALUE = /^[\t -~\x80-\xff]*$/;

/** Reads header fields of our own where a host wants them one by one. */
export function pairsOf(lines: string): (readonly [name: string, value: string])[] {
  return Array.from(lines.matchAll(/([^:]+): (.*)\r\n/g), ([, name = '', value = '']) => [name, value]);
}
