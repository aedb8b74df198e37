import { hold } from '../text/json/reader.ts';
import { trim } from '../text/scan.ts';

/**
 * Compiles the reader of the declared cookies (RFC 6265, 5.4). The last of several with one name counts, and quotation marks
 * around a value are removed.
 */
export function cookieReader(names: readonly string[]): (header?: string) => Record<string, string> {
  const declared = new Set(names);
  return (header = '') => {
    const values: Record<string, string> = {};
    let start = 0;
    while (start < header.length) {
      const next = header.indexOf(';', start);
      const end = next === -1 ? header.length : next;
      const pair = header.slice(start, end);
      const equals = pair.indexOf('=');
      const name = trim(pair.slice(0, Math.max(equals, 0)));
      if (equals !== -1 && declared.has(name)) hold(values, name, unquoted(trim(pair.slice(equals + 1))));
      start = end + 1;
    }
    return values;
  };
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
