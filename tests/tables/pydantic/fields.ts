import { dictionary } from '../../../src/fields/dictionary.ts';
import { discriminatedUnion } from '../../../src/fields/discriminated-union.ts';
import { email } from '../../../src/fields/email.ts';
import type { Field } from '../../../src/fields/field.ts';
import { float } from '../../../src/fields/float.ts';
import { integer } from '../../../src/fields/integer.ts';
import { lazy } from '../../../src/fields/lazy.ts';
import { list } from '../../../src/fields/list.ts';
import { literal } from '../../../src/fields/literal.ts';
import { nullable } from '../../../src/fields/nullable.ts';
import { object } from '../../../src/fields/object.ts';
import { optional } from '../../../src/fields/optional.ts';
import { text } from '../../../src/fields/text.ts';
import { tuple } from '../../../src/fields/tuple.ts';
import { union } from '../../../src/fields/union.ts';
import { unknown } from '../../../src/fields/unknown.ts';
import { url } from '../../../src/fields/url.ts';
import { uuid } from '../../../src/fields/uuid.ts';

/** The kinds of kinds.json, as fields. */

const m = { a: integer(), b: optional(text(), 'z') };
const cat = object({ kind: literal('cat'), lives: integer() }, { name: 'Cat' });
const dog = object({ kind: literal('dog'), bark: optional(text(), 'woof') }, { name: 'Dog' });
const pet = discriminatedUnion('kind', { cat, dog });
const a = object({ x: integer(), y: optional(integer(), 0) }, { name: 'A' });
const b = object({ x: integer(), z: optional(text(), 'z') }, { name: 'B' });
const c = object({ w: text() }, { name: 'C' });
const zero = optional(integer(), 0);
const i = object({ a: zero, b: zero }, { name: 'I' });
const j = object({ a: zero }, { name: 'J' });
const p = object({ i }, { name: 'P' });
const q = object({ i: j, c: zero }, { name: 'Q' });
const r = object({ i: union(i, j), l: optional(list(union(i, j)), []) }, { name: 'R' });
const tree: Field<unknown> = object(
  { v: integer(), kids: optional(list(lazy(() => tree)), []) },
  { name: 'Tree' },
);
const json: Field<unknown> = union(integer(), list(lazy(() => json)), dictionary(lazy(() => json)));

export const fields: Readonly<Record<string, Field<unknown>>> = {
  integer: integer(),
  float: float(),
  'integer from 1 to 10': integer({ min: 1, max: 10 }),
  'integer between 0 and 10': integer({ exclusiveMin: 0, exclusiveMax: 10 }),
  'integer, multiple of 3': integer({ multipleOf: 3 }),
  'integer, multiple of 5, from 10': integer({ multipleOf: 5, min: 10, max: 20 }),
  'float from 0.5 to 10': float({ min: 0.5, max: 10 }),
  'float between 0 and 1.5': float({ exclusiveMin: 0, exclusiveMax: 1.5 }),
  'float, multiple of 0.1': float({ multipleOf: 0.1 }),
  'float from 0, to huge': float({ min: -1e-7, max: 1e22 }),
  text: text(),
  'text of 2 or 3': text({ minLength: 2, maxLength: 3 }),
  'text, not empty': text({ minLength: 1 }),
  'text, at most 1': text({ maxLength: 1 }),
  list: list(integer()),
  'list of 2 or 3': list(integer(), { minItems: 2, maxItems: 3 }),
  'list, not empty': list(integer(), { minItems: 1 }),
  'list, at most 1': list(integer(), { maxItems: 1 }),
  'list of lists': list(list(integer())),
  tuple: tuple(integer(), text()),
  'tuple of nothing': tuple(),
  dictionary: dictionary(integer()),
  'dictionary of 1 or 2': dictionary(integer(), { minItems: 1, maxItems: 2 }),
  'dictionary by integers': dictionary(integer(), { key: integer() }),
  'dictionary by short names': dictionary(integer(), { key: text({ maxLength: 2 }) }),
  object: object(m),
  'object without others': object(m, { unknown: 'forbid' }),
  'object of objects': object({ m: object(m), ms: optional(list(object(m)), []) }),
  nullable: nullable(integer()),
  'object of what may be null or absent': object({
    a: nullable(integer()),
    b: optional(integer()),
    c: optional(integer(), 3),
  }),
  'union of integer and text': union(integer(), text()),
  'union of text and integer': union(text(), integer()),
  'union of integer and float': union(integer(), float()),
  'union of float and integer': union(float(), integer()),
  'union of integer and list': union(integer(), list(integer())),
  'union of lists': union(list(integer()), list(text())),
  'union of dictionaries': union(dictionary(integer()), dictionary(text())),
  'union of bounded kinds': union(integer({ min: 10 }), text({ minLength: 3 }), float({ exclusiveMax: 0 })),
  'union of tuple and list': union(tuple(integer(), integer()), list(integer())),
  'union with null': nullable(union(integer(), text())),
  'union of a union': list(union(integer(), list(union(integer(), text())))),
  'union of objects': union(a, b, c),
  'union of objects, the other way round': union(c, b, a),
  'union of object and dictionary': union(a, dictionary(integer())),
  'union of dictionary and object': union(dictionary(integer()), a),
  'list of unions of objects': list(union(a, c)),
  'union of nested objects': union(p, q, r),
  'union with anything': union(integer(), unknown()),
  'discriminated union': pet,
  'list of discriminated unions': list(pet),
  'union of a discriminated union and text': union(pet, text()),
  tree,
  'JSON of integers': json,
  UUID: uuid(),
  'e-mail': email(),
  'web address': url(),
};
