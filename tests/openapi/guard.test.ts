import { describe, expect, test } from 'vitest';
import { Guard } from '../../src/documents/guard.ts';
import { type AnyField, derive } from '../../src/fields/field.ts';
import { Fit, NEAR } from '../../src/fields/fit.ts';
import { unknown } from '../../src/fields/optional.ts';

/** A schema that is tried for the same value again and again. */

type Parse = AnyField['parse'];

function field(parse: Parse): AnyField {
  return derive(unknown(), { parse });
}

/** Applies a schema so often to a value in another; `counted` is what it says of how well the value fits. */
function tried(times: number, value: unknown, counted: (fit: Fit) => void) {
  const guard = new Guard();
  let calls = 0;
  const inner = guard.wrap(
    field((raw, fit) => {
      calls++;
      if (fit) counted(fit);
      return [raw];
    }),
  );
  const fits = Array.from({ length: times }, () => new Fit());
  const outer = guard.wrap(field(() => fits.map((fit) => inner.parse(value, fit))));
  const results = outer.parse('around');
  return { calls, fits, results };
}

describe('the outcome of a schema is remembered when more than a few were tried', () => {
  test.each<[what: string, value: unknown, calls: number]>([
    ['of an object', {}, 16],
    ['of a list', [], 16],
    ['not of a text, which is quickly read again', 'x', 20],
  ])('%s', (_, value, calls) => {
    expect(tried(20, value, () => {}).calls).toBe(calls);
  });

  test.each([
    ['not of a text by one', 1, 20],
    ['of a text by one that another asks', 2, 15],
  ])('for a schema that is asked %s', (_, levels, expected) => {
    const guard = new Guard();
    let calls = 0;
    const inner = guard.wrap(field(() => calls++));
    let asking = guard.wrap(field((raw) => Array.from({ length: 20 }, () => inner.parse(raw))));
    for (let level = 1; level < levels; level++) {
      const { parse } = asking;
      asking = guard.wrap(field((raw) => parse(raw)));
    }
    asking.parse('x');
    expect(calls).toBe(expected);
  });

  test('with how well the value fits', () => {
    const { fits, results } = tried(20, {}, (fit) => {
      fit.lower(NEAR);
      fit.count(2, false);
    });
    expect(fits.map(({ exactness, properties, isWhole }) => [exactness, properties, isWhole])).toEqual(
      fits.map(() => [NEAR, 2, false]),
    );
    expect(results).toEqual(fits.map(() => [{}]));
  });

  test('and with how much of it is declared, if it has any object', () => {
    const whole = tried(20, {}, (fit) => fit.count(3, true));
    expect(whole.fits.map(({ properties, isWhole }) => [properties, isWhole])).toEqual(
      whole.fits.map(() => [3, true]),
    );
    expect(tried(20, [], () => {}).fits.map(({ properties }) => properties)).toEqual(
      new Array(20).fill(undefined),
    );
  });

  test('until the value around it has been read', () => {
    let calls = 0;
    const guard = new Guard();
    const value = {};
    const inner = guard.wrap(field(() => ++calls));
    const outer = guard.wrap(field(() => Array.from({ length: 20 }, () => inner.parse(value))));
    outer.parse('first');
    outer.parse('second');
    expect(calls).toBe(2 * 16);
  });
});
