import { isFieldName, isFieldValue, isOfHost } from '../text/strings.ts';

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
    if (!isFieldName(name) || isOfHost(name) || !isFieldValue(value))
      throw new TypeError(`a reply can't have the header ${name}`);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

/** Splits our own header lines for a host that sets fields one by one. */
export function pairsOf(lines: string): (readonly [name: string, value: string])[] {
  return Array.from(lines.matchAll(/([^:]+): (.*)\r\n/g), ([, name = '', value = '']) => [name, value]);
}
