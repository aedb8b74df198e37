import { type Issues, wrong } from '../errors/issue.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { matchesWhole } from '../text/scan.ts';
import { type Bounds, checkedBounds, describeBounds, describeText, within } from './bounds.ts';
import type { FieldDefinition } from './definition.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { fastapiInteger } from './integer/fastapi.ts';
import type { LabelOption } from './label.ts';
import { integerSamples } from './samples/number.ts';
import type { ValuesOption } from './values.ts';

/**
 * A whole number that a double holds exactly, sent as a number without a fraction or as text. Text follows [pydantic's lax
 * mode](https://docs.pydantic.dev/latest/concepts/conversion_table/), except for what is more likely a mistake: `1_000` and
 * Unicode white space. Booleans, which are integers only in Python, are refused too. With `values: 'fastapi'` all of these are
 * accepted, as are integers of any length, which become bigints where a double would round them.
 */
export function integer(options?: Bounds & LabelOption & { readonly values?: 'strict' }): Field<number>;
export function integer(options: Bounds & ValuesOption): Field<number | bigint>;
export function integer({ values, label, ...given }: Bounds & ValuesOption = {}): Field<number | bigint> {
  const bounds = checkedBounds(given);
  const definition = values === 'fastapi' ? fastapiInteger(bounds) : strictInteger(bounds);
  return field({ ...definition, label });
}

function strictInteger(bounds: Bounds): FieldDefinition<number> {
  const range = safeRange(bounds);
  const isBounded = Object.keys(bounds).length > 0;
  const number = { type: 'integer', ...describeBounds(range) };
  return {
    /**
     * Checks the bounds first, so that a huge number is reported as above the maximum. Rounding never leads back into the safe
     * range.
     */
    parse(raw, fit) {
      if (typeof raw === 'string') fit?.lower(CONVERTED);
      const value = whole(raw);
      if (typeof value !== 'number') return value;
      const inside = within(bounds, value, raw);
      if (Number.isSafeInteger(value) || typeof inside !== 'number') return inside;
      const isInfinite = typeof raw !== 'string' && !Number.isFinite(value);
      return wrong(isInfinite ? 'finite_number' : 'int_parsing_size', raw);
    },
    write: (value) => String(Number(value)),
    typeName: () => (isBounded ? 'constrained-int' : 'int'),
    describe: (side) => (side === 'input' ? { anyOf: [number, describeText(SPELLING, range)] } : number),
    samples: () => integerSamples(bounds),
  };
}

/** Linear: no repetition can match a character that its neighbour could also match. */
const SPELLING = /[\t-\r ]*[+-]?[0-9]+(?:\.0+)?[\t-\r ]*/y;

/** Replaces missing bounds with those of the safe integers. */
function safeRange(bounds: Bounds): Bounds {
  return {
    ...(bounds.exclusiveMin === undefined && { min: Number.MIN_SAFE_INTEGER }),
    ...(bounds.exclusiveMax === undefined && { max: Number.MAX_SAFE_INTEGER }),
    ...bounds,
  };
}

/** Reads a whole number, which may be rounded outside the safe range. Adding 0 turns -0 into 0. */
function whole(raw: unknown): number | Issues {
  if (typeof raw === 'number') {
    if (Number.isInteger(raw) || Math.abs(raw) === Number.POSITIVE_INFINITY) return raw + 0;
    return wrong(Number.isNaN(raw) ? 'finite_number' : 'int_from_float', raw);
  }
  if (typeof raw === 'string')
    return matchesWhole(SPELLING, raw) ? Number(raw) + 0 : wrong('int_parsing', raw);
  if (!(raw instanceof InexactNumber)) return wrong('int_type', raw);
  return raw.isWhole ? raw.double : wrong('int_from_float', raw);
}
