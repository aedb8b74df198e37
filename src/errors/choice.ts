import { repr } from '../text/strings.ts';
import type { Row, Scalar } from './words.ts';

/** A value that is not among those that are allowed. */
export const choice: Row = {
  reason: ({ expected }) => `must be ${alternatives(expected, (value) => JSON.stringify(value))}`,
  pydanticMessage: ({ expected }) => `Input should be ${alternatives(expected, reprAmong(expected))}`,
  pydanticContext: ({ expected }) => ({ expected: alternatives(expected, reprAmong(expected)) }),
};

/** Lists values: `'a', 'b' or 'c'`. */
function alternatives(values: readonly Scalar[] = [], show: (value: Scalar) => string): string {
  const shown = values.map(show);
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`;
}

/** Shows one of several values. If some of them are numbers with a fraction, Python takes all for floats: `1.0 or 1.5`. */
function reprAmong(values: readonly Scalar[] = []): (value: Scalar) => string {
  const areFloats = values.every((value) => typeof value === 'number') && !values.every(Number.isInteger);
  return (value) => (areFloats && Number.isInteger(value) ? `${repr(value)}.0` : repr(value));
}
