import { expect, it } from 'vitest';
import { Issue, Issues } from '../../src/errors/issue.ts';
import { literal } from '../../src/fields/choice.ts';
import type { AnyField } from '../../src/fields/field.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { omittable, optional, unknown } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { discriminatedUnion } from '../../src/fields/union.ts';

/** Values that are checked as they are written. */

const lamp = object({ watts: integer(), color: omittable(text()), note: optional(text()) });

it.each([
  [{ watts: 7 }, '{"watts":7,"note":null}'],
  [{ watts: 7, color: 'red' }, '{"watts":7,"color":"red","note":null}'],
  [{ color: 'red', watts: 7, note: 'a', more: 1 }, '{"watts":7,"color":"red","note":"a"}'],
  [{ color: 'red' }, ['watts missing']],
  [{ watts: 'x', color: 7 }, ['watts int_parsing', 'color string_type']],
  ['lamp', [' model_attributes_type']],
])('%j is written as %j', (value, expected) => {
  const written = lamp.writeValid(value);
  expect(
    written instanceof Issues ? written.all.map(({ path, type }) => `${path.join('.')} ${type}`) : written,
  ).toEqual(expected);
});

it('a value of no kind is written as the first kind', () => {
  const field: AnyField = discriminatedUnion('kind', {
    cat: object({ kind: literal('cat'), lives: integer() }),
    dog: object({ kind: literal('dog') }),
  });
  expect(field.write({ kind: 'dog' })).toBe('{"kind":"dog"}');
  expect(field.write({ kind: 'bird', lives: 9 })).toBe('{"kind":"bird","lives":9}');
});

it.each([
  [2n ** 70n, '1180591620717411303424'],
  [{ a: [1n, 'x', undefined], b: 7 }, '{"a":[1,"x",null],"b":7}'],
  [{ at: new Date(0), more: [1n] }, '{"at":"1970-01-01T00:00:00.000Z","more":[1]}'],
  [new Issue('less_than', -(2n ** 64n)), '-18446744073709551616'],
])('any value keeps the digits of bigints: %#', (value, written) => {
  expect(unknown().writeValid(value)).toBe(written);
});
