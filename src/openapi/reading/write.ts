import { isRecord } from '../../fields/record.ts';
import { InexactNumber } from '../../json/inexact-number.ts';
import { quote } from '../../text/quote.ts';

/** Writes a parsed value as JSON. Integers keep all their digits, and no number becomes `null`. */
export function writeValue(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return quote(value);
  if (value instanceof InexactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeValue).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${quote(name)}:${writeValue(member)}`).join(',')}}`;
}
