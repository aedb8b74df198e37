import { Issue } from '../errors/issue.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { quote } from '../text/strings.ts';
import { type Field, field } from './field.ts';
import { NEAR } from './fit.ts';
import { isRecord } from './record.ts';

/** Any JSON value. An `Issue` is written as its input, the way it was sent. */
export function unknown(): Field<unknown> {
  return field<unknown>({
    parse(raw, fit) {
      fit?.lower(NEAR);
      return raw;
    },
    write: (value) => (value instanceof Issue ? writeInput(value) : writeJson(value)),
    describe: () => ({}),
    takesAnyText: true,
  });
}

/** Writes the input of an issue, with the digits and escapes of the request if it is available. */
export function writeInput(issue: Issue): string {
  return issue.written ?? writeJson(issue.input);
}

/** Writes a value as JSON, with all digits of its numbers, or `null` if JSON cannot express it. */
export function writeJson(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return (holdsLongNumber(value) ? writeExactly(value) : JSON.stringify(value)) ?? 'null';
}

/** Checks for numbers with more digits than a double holds. */
function holdsLongNumber(value: unknown): boolean {
  if (typeof value === 'bigint' || value instanceof InexactNumber) return true;
  if (Array.isArray(value)) return value.some(holdsLongNumber);
  return isRecord(value) && Object.values(value).some(holdsLongNumber);
}

/** Tells whether a value, such as a date, has a JSON form of its own. */
function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return isRecord(value) && typeof value.toJSON === 'function';
}

/** Writes the same as `JSON.stringify`, but with all digits; undefined if JSON cannot express the value. */
function writeExactly(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof InexactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => writeExactly(item) ?? 'null').join(',')}]`;
  if (hasToJson(value)) return writeExactly(value.toJSON());
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const written = writeExactly(member);
    return written === undefined ? [] : `${quote(name)}:${written}`;
  });
  return `{${members.join(',')}}`;
}
