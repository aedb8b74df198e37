import { expect, it } from 'vitest';
import { Issues } from '../../src/errors/issue.ts';
import * as fields from '../../src/fields/index.ts';
import { ip } from '../../src/fields/ip.ts';
import { set } from '../../src/fields/list.ts';
import { decimal } from '../../src/fields/number.ts';

const { dictionary, discriminatedUnion, enumeration, integer, list, literal, object, optional, text, union } =
  fields;
const fastapi = { values: 'fastapi' } as const;

const ipName = (version: number) =>
  `lax-or-strict[lax=function-plain[ip_v${version}_address_validator()],strict=json-or-python[json=function-after[IPv${version}Address(), str],python=is-instance[IPv${version}Address]]]`;

/** Names of kinds as in pydantic, by which a union locates an issue. */
it.each<readonly [name: string, kind: fields.Field<unknown>]>([
  ['bool', fields.boolean()],
  ['int', integer()],
  ['constrained-int', integer({ ...fastapi, min: 1 })],
  ['float', fields.float()],
  ['decimal', decimal()],
  ['str', text()],
  ['str', fields.hex()],
  ['date', fields.date()],
  ['time', fields.time()],
  ['datetime', fields.dateTime()],
  ['timedelta', fields.duration()],
  ['uuid', fields.uuid()],
  ['email', fields.email()],
  ['function-after[_validate(), str]', fields.email(fastapi)],
  ['url', fields.url()],
  ['function-wrap[wrap_val()]', fields.url(fastapi)],
  ['uri', fields.uri()],
  ['function-wrap[wrap_val()]', fields.uri(fastapi)],
  ['function-plain[_validate()]', ip()],
  [ipName(4), ip('v4')],
  [ipName(6), ip('v6')],
  ['function-plain[_validate()]', fields.file()],
  ['enum', enumeration(['a'])],
  ['str-enum[Color]', enumeration(['red'], { name: 'Color' })],
  ['int-enum[Size]', enumeration([1, 2], { name: 'Size' })],
  ['float-enum[Share]', enumeration([0.5], { name: 'Share' })],
  ['enum[Mixed]', enumeration(['a', 1], { name: 'Mixed' })],
  ["literal['a',1]", literal('a', 1)],
  ['list[int]', list(integer())],
  ['set[int]', set(integer())],
  ['nullable[int]', optional(integer())],
  ['dict[str,int]', dictionary(integer(), { minItems: 1 })],
  [
    'tagged-union[Lamp,object]',
    discriminatedUnion('kind', {
      lamp: object({ kind: literal('lamp') }, { name: 'Lamp' }),
      fan: object({ kind: literal('fan') }),
    }),
  ],
])('a union names a kind as pydantic does: %s', (name, kind) => {
  const outcome = union(kind, list(text())).parse({});
  expect(outcome instanceof Issues && outcome.all[0].path).toEqual([name]);
});

it('an object has its own name in a union, or a general one', () => {
  const either = union(object({ a: text() }), object({ a: text() }, { name: 'Lamp' }));
  const outcome = either.parse({});
  expect(outcome instanceof Issues && outcome.all.map(({ path }) => path)).toEqual([
    ['object', 'a'],
    ['Lamp', 'a'],
  ]);
});
