import { boolean, enumeration, literalOf } from '../../../src/fields/choice.ts';
import { dictionary } from '../../../src/fields/dictionary.ts';
import { duration } from '../../../src/fields/duration.ts';
import { email } from '../../../src/fields/email.ts';
import type { Field } from '../../../src/fields/field.ts';
import { list } from '../../../src/fields/list.ts';
import { float, integer } from '../../../src/fields/number.ts';
import { object } from '../../../src/fields/object.ts';
import { lazy, nullable, optional, unknown } from '../../../src/fields/optional.ts';
import { linear } from '../../../src/fields/pattern.ts';
import { text } from '../../../src/fields/text.ts';
import { date, dateTime, time } from '../../../src/fields/time.ts';
import { tuple } from '../../../src/fields/tuple.ts';
import { discriminatedUnion, union } from '../../../src/fields/union.ts';
import { uri, url } from '../../../src/fields/url.ts';
import { uuid } from '../../../src/fields/uuid.ts';
import type { Values } from '../../../src/fields/values.ts';

/** Texts that Python writes with either kind of quotes, or with escapes. */
const oddTexts = ['', "it's", '"', `'"`, '\n', 'é', 'e\u0301', '💌', '\0', '\\', '\u200b', '\u00a01'];

/** The kinds of kinds.json, as fields. */
export function fieldsOf(values: Values): Readonly<Record<string, Field<unknown>>> {
  const matching = (pattern: string) =>
    text({
      pattern: values === 'fastapi' ? linear(pattern) : { ...linear(inJavascript(pattern)), source: pattern },
    });
  const m = { a: integer({ values }), b: optional(text(), 'z') };
  const cat = object({ kind: literalOf(['cat'], { values }), lives: integer({ values }) }, { name: 'Cat' });
  const dog = object(
    { kind: literalOf(['dog'], { values }), bark: optional(text(), 'woof') },
    { name: 'Dog' },
  );
  const pet = discriminatedUnion('kind', { cat, dog });
  const a = object({ x: integer({ values }), y: optional(integer({ values }), 0) }, { name: 'A' });
  const b = object({ x: integer({ values }), z: optional(text(), 'z') }, { name: 'B' });
  const c = object({ w: text() }, { name: 'C' });
  const zero = optional(integer({ values }), 0);
  const i = object({ a: zero, b: zero }, { name: 'I' });
  const j = object({ a: zero }, { name: 'J' });
  const p = object({ i }, { name: 'P' });
  const q = object({ i: j, c: zero }, { name: 'Q' });
  const r = object({ i: union(i, j), l: optional(list(union(i, j)), []) }, { name: 'R' });
  const tree: Field<unknown> = object(
    { v: integer({ values }), kids: optional(list(lazy(() => tree)), []) },
    { name: 'Tree' },
  );
  const json: Field<unknown> = union(
    integer({ values }),
    list(lazy(() => json)),
    dictionary(lazy(() => json)),
  );

  return {
    integer: integer({ values }),
    float: float({ values }),
    'integer from 1 to 10': integer({ values, min: 1, max: 10 }),
    'integer between 0 and 10': integer({ values, exclusiveMin: 0, exclusiveMax: 10 }),
    'integer, multiple of 3': integer({ values, multipleOf: 3 }),
    'integer, multiple of 5, from 10': integer({ values, multipleOf: 5, min: 10, max: 20 }),
    'float from 0.5 to 10': float({ values, min: 0.5, max: 10 }),
    'float between 0 and 1.5': float({ values, exclusiveMin: 0, exclusiveMax: 1.5 }),
    'float, multiple of 0.1': float({ values, multipleOf: 0.1 }),
    'float from 0, to huge': float({ values, min: -1e-7, max: 1e22 }),
    text: text(),
    'text of 2 or 3': text({ minLength: 2, maxLength: 3 }),
    'text, not empty': text({ minLength: 1 }),
    'text, at most 1': text({ maxLength: 1 }),
    'text of digits': matching('^\\d+$'),
    'text of word characters': matching('^\\w+$'),
    'text of white space': matching('^\\s+$'),
    'text of one line': matching('^.*$'),
    'text of any case': matching('(?i)^(?:straße|k)$'),
    'text of Greek': matching('^\\p{Greek}+$'),
    'text of choices': matching('^(a|ab)*c$'),
    'text of a part': matching('b+a'),
    'text of two characters': matching('^..$'),
    'text of no words': matching('^[^\\w\\s]+$'),
    'text of a class': matching('^[\\da-f[:punct:]]+$'),
    list: list(integer({ values })),
    'list of 2 or 3': list(integer({ values }), { minItems: 2, maxItems: 3 }),
    'list, not empty': list(integer({ values }), { minItems: 1 }),
    'list, at most 1': list(integer({ values }), { maxItems: 1 }),
    'list of lists': list(list(integer({ values }))),
    tuple: tuple(integer({ values }), text()),
    'tuple of nothing': tuple(),
    dictionary: dictionary(integer({ values })),
    'dictionary of 1 or 2': dictionary(integer({ values }), { minItems: 1, maxItems: 2 }),
    'dictionary by integers': dictionary(integer({ values }), { key: integer({ values }) }),
    'dictionary by short names': dictionary(integer({ values }), { key: text({ maxLength: 2 }) }),
    object: object(m),
    'object without others': object(m, { unknown: 'forbid' }),
    'object of objects': object({ m: object(m), ms: optional(list(object(m)), []) }),
    nullable: nullable(integer({ values })),
    'object of what may be null or absent': object({
      a: nullable(integer({ values })),
      b: optional(integer({ values })),
      c: optional(integer({ values }), 3),
    }),
    'union of integer and text': union(integer({ values }), text()),
    'union of text and integer': union(text(), integer({ values })),
    'union of integer and float': union(integer({ values }), float({ values })),
    'union of float and integer': union(float({ values }), integer({ values })),
    'union of integer and list': union(integer({ values }), list(integer({ values }))),
    'union of lists': union(list(integer({ values })), list(text())),
    'union of dictionaries': union(dictionary(integer({ values })), dictionary(text())),
    'union of bounded kinds': union(
      integer({ values, min: 10 }),
      text({ minLength: 3 }),
      float({ values, exclusiveMax: 0 }),
    ),
    'union of tuple and list': union(
      tuple(integer({ values }), integer({ values })),
      list(integer({ values })),
    ),
    'union with null': nullable(union(integer({ values }), text())),
    'union of a union': list(union(integer({ values }), list(union(integer({ values }), text())))),
    'union of objects': union(a, b, c),
    'union of objects, the other way round': union(c, b, a),
    'union of object and dictionary': union(a, dictionary(integer({ values }))),
    'union of dictionary and object': union(dictionary(integer({ values })), a),
    'list of unions of objects': list(union(a, c)),
    'union of nested objects': union(p, q, r),
    'union with anything': union(integer({ values }), unknown()),
    'discriminated union': pet,
    'list of discriminated unions': list(pet),
    'union of a discriminated union and text': union(pet, text()),
    tree,
    'JSON of integers': json,
    UUID: uuid({ values }),
    'e-mail': email({ values }),
    'web address': url({ values }),
    'any URL': uri({ values }),
    boolean: boolean({ values }),
    date: date({ values }),
    time: time({ values }),
    'date and time': dateTime({ values }),
    'date and time with an offset': dateTime({ values, timezone: 'aware' }),
    'date and time without an offset': dateTime({ values, timezone: 'naive' }),
    duration: duration({ values }),
    'literal of a text': literalOf(['a'], { values }),
    'literal of texts': literalOf(['a', 'b'], { values }),
    'literal of odd texts': literalOf(oddTexts, { values }),
    'literal of true': literalOf([true], { values }),
    'literal of booleans': literalOf([false, true], { values }),
    'literal of null': literalOf([null], { values }),
    'literal of null and a text': literalOf([null, 'a'], { values }),
    'literal of 0': literalOf([0], { values }),
    'literal of integers': literalOf([1, 2, 10, -1], { values }),
    'literal of 1 and true': literalOf([1, true], { values }),
    'literal of several kinds': literalOf([1, 'b', false], { values }),
    'enumeration of a text': enumeration(['a'], { values }),
    'enumeration of texts': enumeration(['a', 'b', '1'], { values }),
    'enumeration of odd texts': enumeration(oddTexts, { values }),
    'enumeration of 0': enumeration([0], { values }),
    'enumeration of integers': enumeration([1, 2, 10, -1], { values }),
    'enumeration of floats': enumeration([1.5, 0.1, 2], { values }),
    'enumeration of a number and a text': enumeration([1, 'a'], { values }),
    'enumeration of a boolean and a text': enumeration([true, 'a'], { values }),
    'enumeration of null and a text': enumeration([null, 'a'], { values }),
  };
}

/** A pattern in the syntax of Rust as people write it in JavaScript. */
function inJavascript(pattern: string): RegExp {
  const source = pattern
    .replace('(?i)', '')
    .replace('\\p{Greek}', '\\p{Script=Greek}')
    .replace('[:punct:]', '!-\\/:-@[-`{-~');
  return new RegExp(source, pattern.startsWith('(?i)') ? 'iu' : 'u');
}
