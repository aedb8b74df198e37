import { type Issues, wrong } from '../errors/issue.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { matchesWhole } from '../text/scan.ts';
import { type Bounds, checkedBounds, describeBounds, describeText, within } from './bounds.ts';
import type { FieldDefinition } from './definition.ts';
import { type Field, field } from './field.ts';
import { CONVERTED, EXACT, type Exactness, NEAR } from './fit.ts';
import { fastapiFloat } from './float/fastapi.ts';
import { floatSamples } from './samples/number.ts';
import type { ValuesOption } from './values.ts';

/**
 * A finite number, rounded to the nearest double, sent as a number or as text. Text follows [pydantic's lax
 * mode](https://docs.pydantic.dev/latest/concepts/conversion_table/), except for `1_000`, `nan`, `inf` and Unicode white space.
 * With `values: 'fastapi'` all of these are accepted, and booleans too.
 */
export function float({ values, label, ...given }: Bounds & ValuesOption = {}): Field<number> {
  const bounds = checkedBounds(given);
  const definition = values === 'fastapi' ? fastapiFloat(bounds) : strictFloat(bounds);
  return field({ ...definition, label });
}

function strictFloat(bounds: Bounds): FieldDefinition<number> {
  const isBounded = Object.keys(bounds).length > 0;
  const number = { type: 'number', ...describeBounds(bounds) };
  return {
    parse(raw, fit) {
      fit?.lower(exactness(raw));
      const value = finite(raw);
      return isBounded && typeof value === 'number' ? within(bounds, value, raw) : value;
    },
    write,
    typeName: () => (isBounded ? 'constrained-float' : 'float'),
    describe: (side) =>
      side === 'input' ? { anyOf: [number, describeText(DECIMAL_NOTATION, bounds)] } : number,
    samples: () => floatSamples(bounds),
  };
}

/** Linear: no repetition can match a character that its neighbour could also match. */
const DECIMAL_NOTATION = /[\t-\r ]*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[\t-\r ]*/y;

function finite(raw: unknown): number | Issues {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : wrong('finite_number', raw);
  const literal = raw instanceof InexactNumber ? raw.text : raw;
  if (typeof literal !== 'string') return wrong('float_type', raw);
  if (!matchesWhole(DECIMAL_NOTATION, literal)) return wrong('float_parsing', raw);
  const value = Number(literal);
  return Number.isFinite(value) ? value : wrong('finite_number', raw);
}

/** Rates an integer as almost exact, as Python does: it is not a float, but close to one. */
function exactness(raw: unknown): Exactness {
  if (typeof raw === 'string') return CONVERTED;
  return Number.isInteger(raw) ? NEAR : EXACT;
}

/** Writes a float as Python does, always with a point or an exponent: `10.0`, where `JSON.stringify` writes `10`. */
function write(value: number): string {
  const digits = Object.is(value, -0) ? '-0' : String(Number(value));
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}
