import { type Issues, wrong } from '../errors/issue.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { exceedsInt64, numberOf, type ValuesOption } from './values.ts';

/** A boolean: true or false, 1 or 0, or text: `true`, `t`, `yes`, `y`, `on`, `1` and their opposites, in any case. */
export function boolean({ values = 'strict', label }: ValuesOption = {}): Field<boolean> {
  return field({
    label,
    parse(raw, fit) {
      if (typeof raw === 'boolean') return raw;
      fit?.lower(CONVERTED);
      if (typeof raw === 'string') return readText(raw);
      const isRead = values === 'fastapi' || (raw instanceof InexactNumber && raw.isWhole);
      const number = isRead ? numberOf(raw) : raw;
      return typeof number === 'number' ? readNumber(number, raw) : wrong('bool_type', raw);
    },
    write: (value) => String(readText(String(value))),
    typeName: () => 'bool',
    describe: (side) => (side === 'input' ? input() : { type: 'boolean' }),
    samples: () => ({ accepted: [true, false, 'yes'], refused: ['maybe'] }),
  });
}

function readText(raw: string): boolean | Issues {
  const value = raw.length <= LONGEST ? spellings.get(raw.toLowerCase()) : undefined;
  return value ?? wrong('bool_parsing', raw);
}

function readNumber(number: number, raw: unknown): boolean | Issues {
  if (number === 1 || number === 0) return number === 1;
  return wrong(isInt64(number, raw) ? 'bool_parsing' : 'bool_type', raw);
}

function isInt64(number: number, raw: unknown): boolean {
  if (raw instanceof InexactNumber && raw.isWhole) return !exceedsInt64(raw);
  return Number.isInteger(number) && Math.abs(number) < INT64_LIMIT;
}

const spellings: ReadonlyMap<string, boolean> = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1'].map((text) => [text, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0'].map((text) => [text, false] as const),
]);
const LONGEST = 5;
const INT64_LIMIT = 2 ** 63;

function input() {
  return {
    anyOf: [
      { type: 'boolean' },
      { enum: [0, 1] },
      { type: 'string', pattern: `^(?:${[...spellings.keys()].map(inAnyCase).join('|')})$` },
    ],
  };
}

function inAnyCase(text: string): string {
  return text.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
