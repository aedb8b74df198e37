/** Writes our own header fields, given as alternating names and values. */
export function linesOf(...fields: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < fields.length; at += 2) lines += `${fields[at]}: ${fields[at + 1]}\r\n`;
  return lines;
}

/** Writes the header fields that a handler sets. One that could end a line or a reply early is a bug, and throws. */
export function headerLines(fields: Readonly<Record<string, string>>): string {
  let lines = '';
  for (const [name, value] of Object.entries(fields)) {
    if (!NAME.test(name) || OURS.test(name) || !VALUE.test(value))
      throw new TypeError(`a reply can't have the header ${name}`);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

const NAME = /^[!#$%&'*+.^`|~\w-]+$/;
/** The fields that a host writes itself. A second one could end a reply too early. */
const OURS = /^(?:connection|content-length|content-type|keep-alive|transfer-encoding)$/i;
const VALUE = /^[\t -~\x80-\xff]*$/;

/** Splits our own header lines for a host that sets fields one by one. */
export function pairsOf(lines: string): (readonly [name: string, value: string])[] {
  return Array.from(lines.matchAll(/([^:]+): (.*)\r\n/g), ([, name = '', value = '']) => [name, value]);
}
