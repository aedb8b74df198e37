import { describe, expect, it } from 'vitest';
import { Issues } from '../../src/errors/issue.ts';
import { literal } from '../../src/fields/choice.ts';
import { dictionary } from '../../src/fields/dictionary.ts';
import type { AnyField, Field } from '../../src/fields/field.ts';
import { list, set } from '../../src/fields/list.ts';
import { bearerToken } from '../../src/fields/notation.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { lazy, nullable, omittable, optional, unlessBlank } from '../../src/fields/optional.ts';
import { safe, withType } from '../../src/fields/refine.ts';
import { text } from '../../src/fields/text.ts';
import { tuple } from '../../src/fields/tuple.ts';
import { discriminatedUnion, union } from '../../src/fields/union.ts';
import { uri, url } from '../../src/fields/url.ts';

/** Containers that are checked as they are written. */

const note = object({ note: omittable(text()) });
const lamp = object({ name: text() });

describe('a container that is checked as it is written', () => {
  it.each<readonly [field: Field<unknown>, value: unknown, written: string]>([
    [list(integer()), [], '[]'],
    [list(integer()), [1], '[1]'],
    [list(integer()), [1, 2, 3], '[1,2,3]'],
    [list(list(text())), [['a', 'b'], []], '[["a","b"],[]]'],
    [set(integer()), [1, 2, 1], '[1,2]'],
    [nullable(integer()), null, 'null'],
    [nullable(integer()), 7, '7'],
    [note, {}, '{}'],
    [note, { note: 'n' }, '{"note":"n"}'],
  ])('%#: is written', (field, value, written) => {
    expect(field.writeValid(value)).toBe(written);
  });

  it.each<readonly [field: Field<unknown>, around: (value: object) => unknown]>([
    [lamp, (value) => value],
    [object({ lamp }), (value) => ({ lamp: value })],
    [list(optional(lamp)), (value) => [value]],
  ])('%#: reads each property once', (field, around) => {
    let count = 0;
    const watched = {
      get name() {
        count++;
        return 'Ada';
      },
    };
    expect(field.writeValid(around(watched))).toMatch('{"name":"Ada"}');
    expect(count).toBe(1);
  });

  it.each<readonly [field: Field<unknown>, value: unknown, issues: readonly string[]]>([
    [list(integer()), { length: 0 }, [' list_type']],
    [list(integer()), [1, 'x', 2, 1.5], ['1 int_parsing', '3 int_from_float']],
    [nullable(integer()), 'x', [' int_parsing']],
    [list(lamp), [{ name: 'a' }, {}], ['1.name missing']],
  ])('%#: is refused', (field, value, issues) => {
    const outcome = field.writeValid(value);
    expect(
      outcome instanceof Issues && outcome.all.map(({ type, path }) => `${path.join('.')} ${type}`),
    ).toEqual(issues);
  });
});

/** Fields with inputs that they read as a value which they would not read again. */
const inner: readonly (readonly [kind: string, field: AnyField, sent: string])[] = [
  ['a URL that is longer in normal form', url({ values: 'fastapi' }), `http://${'㍿'.repeat(250)}/`],
  ['a URI that is longer in normal form', uri({ values: 'fastapi' }), `ws://${'㍿'.repeat(350)}/`],
  ['a blank parameter', unlessBlank(integer()), ''],
  ['a token', bearerToken(integer()), 'Bearer 7'],
];

const kind = literal('one');

/** Containers of each kind, with an input that has `sent` inside. */
const containers: readonly (readonly [
  name: string,
  around: (inner: AnyField) => AnyField,
  input: (sent: unknown) => unknown,
])[] = [
  ['a list', (field) => list(field), (sent) => [sent]],
  ['a bounded list', (field) => list(field, { maxItems: 2 }), (sent) => [sent]],
  ['a set', (field) => set(field, { maxItems: 2 }), (sent) => [sent]],
  ['a tuple', (field) => tuple(integer(), field), (sent) => [1, sent]],
  ['a dictionary', (field) => dictionary(field), (sent) => ({ name: sent })],
  ['an object', (inner) => object({ inner }), (inner) => ({ inner })],
  ['a closed object', (inner) => object({ inner }, { unknown: 'forbid' }), (inner) => ({ inner })],
  ['a union', (field) => union(field, object({})), (sent) => sent],
  ['a union of lists', (field) => union(list(integer()), list(union(field, kind))), (sent) => [sent]],
  [
    'a discriminated union',
    (inner) => discriminatedUnion('kind', { one: object({ kind, inner }), two: object({}) }),
    (inner) => ({ kind: 'one', inner }),
  ],
  ['a recursive kind', (field) => lazy(() => field), (sent) => sent],
  ['a nullable kind', (field) => nullable(field), (sent) => sent],
  ['an optional kind', (field) => optional(field), (sent) => sent],
  ['an omittable kind', (field) => omittable(field), (sent) => sent],
  ['a kind with its own type of issue', (field) => withType(field, 'own'), (sent) => sent],
  ['a kind that is checked only', (field) => safe(field), (sent) => sent],
];

const combined = inner.flatMap(([kind, field, sent]) =>
  containers.map(([name, around, input]) => [kind, name, around(field), input(sent)] as const),
);

describe('what was read of a request', () => {
  it.each(combined)('may be replied: %s in %s', (_kind, _name, container, input) => {
    const read = container.parse(input);
    expect(read).not.toBeInstanceOf(Issues);
    expect(container.writeValid(read)).toBe(container.write(read));
  });

  it.each(inner)('is not taken of a request again: %s', (_kind, field, sent) => {
    const read = field.parse(sent);
    expect(read).not.toBe(sent);
    expect(field.parse(read)).toBeInstanceOf(Issues);
  });
});
