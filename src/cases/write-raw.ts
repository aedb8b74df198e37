import { UploadedFile } from '../fields/values.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { quote } from '../text/strings.ts';

/** Writes a value as JSON that reads back as the same value; infinity as `1e400`, which overflows a double. */
export function writeRaw(value: unknown): string {
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'string') return quote(value);
  if (value instanceof InexactNumber) return value.text;
  if (value instanceof UploadedFile) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeRaw).join(',')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${quote(name)}:${writeRaw(member)}`);
  return `{${members.join(',')}}`;
}

function writeNumber(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  return value > 0 ? '1e400' : '-1e400';
}
