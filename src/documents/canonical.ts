import { isRecord } from '../fields/values.ts';
import { InexactNumber } from '../text/json/reader.ts';

/** Writes a JSON value so that equal values have the same text: with names in order, and each number in one spelling. */
export function canonical(value: unknown): string {
  const pieces: string[] = [];
  write(value, pieces);
  return pieces.join('');
}

/** Adds the text of a value to the pieces. To join them at each level would take time for each level. */
function write(value: unknown, pieces: string[]): void {
  if (Array.isArray(value)) {
    pieces.push('[');
    for (const item of value) {
      write(item, pieces);
      pieces.push(',');
    }
    pieces.push(']');
  } else if (isRecord(value)) {
    pieces.push('{');
    for (const name of Object.keys(value).sort()) {
      pieces.push(JSON.stringify(name), ':');
      write(value[name], pieces);
      pieces.push(',');
    }
    pieces.push('}');
  } else pieces.push(scalar(value));
}

function scalar(value: unknown): string {
  if (value instanceof InexactNumber) return decimal(value.text);
  return typeof value === 'number' || typeof value === 'bigint'
    ? decimal(String(value))
    : JSON.stringify(value);
}

/** Writes a number as its significant digits and a power of ten. It never writes out the power, which may be huge. */
function decimal(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(LEADING_ZEROS, '$1');
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end--;
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${digits.slice(0, end)}e${power}`;
}

const LEADING_ZEROS = /^(-?)0+/;
