import { type Bounds, describeBounds, describeText, within } from './bounds.ts';
import { type Field, field } from './field.ts';
import { type Issues, refusal } from './issue.ts';
import { Numeral } from './numeral.ts';

/**
 * A whole number that a double holds exactly: a JSON number without a fraction, or text.
 * Text follows [pydantic's lax mode](https://docs.pydantic.dev/latest/concepts/conversion_table/), less what
 * would let a slip pass: `1_000`, Unicode white space, and booleans, which are integers only in Python.
 */
export function integer(bounds: Bounds = {}): Field<number> {
  const range = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, ...bounds };
  const number = { type: 'integer', ...describeBounds(range) };
  return field({
    parse(raw) {
      const value = whole(raw);
      return typeof value === 'number' ? within(bounds, value, raw) : value;
    },
    write: (value) => String(value),
    describe: (side) => (side === 'output' ? number : { anyOf: [number, describeText(spelling, range)] }),
  });
}

/** Takes linear time: no repetition can match a character that its neighbour could match as well. */
const spelling = /^[\t-\r ]*[+-]?[0-9]+(?:\.0+)?[\t-\r ]*$/;

function whole(raw: unknown): number | Issues {
  if (typeof raw === 'number') return wholeNumber(raw);
  if (typeof raw === 'string')
    return spelling.test(raw) ? exact(Number(raw), raw) : refusal('int_parsing', raw);
  return refusal(raw instanceof Numeral ? 'int_from_float' : 'int_type', raw);
}

function wholeNumber(raw: number): number | Issues {
  if (!Number.isFinite(raw)) return refusal('finite_number', raw);
  return Number.isInteger(raw) ? exact(raw, raw) : refusal('int_from_float', raw);
}

/**
 * Refuses what was rounded on the way to a double, too: rounding never leads back into the safe range. Adding 0
 * makes 0 of -0.
 */
function exact(value: number, raw: unknown): number | Issues {
  return Number.isSafeInteger(value) ? value + 0 : refusal('int_parsing_size', raw);
}
