import { type App, createApp } from '../../../src/app.ts';
import type { Contract } from '../../../src/contract/endpoint.ts';
import { boolean, enumeration, literal } from '../../../src/fields/choice.ts';
import { described, secret } from '../../../src/fields/described.ts';
import { dictionary } from '../../../src/fields/dictionary.ts';
import { duration } from '../../../src/fields/duration.ts';
import { email } from '../../../src/fields/email.ts';
import type { AnyField } from '../../../src/fields/field.ts';
import { ip } from '../../../src/fields/ip.ts';
import { list, set } from '../../../src/fields/list.ts';
import { decimal, float, integer } from '../../../src/fields/number.ts';
import { object } from '../../../src/fields/object.ts';
import { lazy, nullable, omittable, optional, unknown } from '../../../src/fields/optional.ts';
import { linear } from '../../../src/fields/pattern.ts';
import { refine, safe, withType } from '../../../src/fields/refine.ts';
import { text } from '../../../src/fields/text.ts';
import { date, dateTime, time } from '../../../src/fields/time.ts';
import { tupleOf } from '../../../src/fields/tuple.ts';
import { discriminatedUnion, unionOf } from '../../../src/fields/union.ts';
import { uri, url } from '../../../src/fields/url.ts';
import { uuid } from '../../../src/fields/uuid.ts';
import type { Limits } from '../../../src/http/limits.ts';
import type { Random } from '../random.ts';
import { NAMES, PATTERNS, some } from './schemas.ts';

/** Random contracts of all fields. */

const MODELS = 6;
const LEVELS = 2;

/** The fields that others refer to. Each of them reads a part of its value, so that no reference leads back without reading. */
type Models = AnyField[];

type Make = (random: Random, models: Models, levels: number) => AnyField;
/** Functions of which one is picked. */
type Table<Each> = readonly [Each, ...Each[]];

const simple = [
  integer,
  float,
  boolean,
  decimal,
  uuid,
  email,
  ip,
  url,
  uri,
  date,
  time,
  dateTime,
  duration,
] as const;

const scalars: Table<(random: Random) => AnyField> = [
  () => integer({ min: 5 }),
  (random) => random.pick(simple)(),
  () => text({ minLength: 3, maxLength: 50 }),
  (random) => text({ pattern: linear(random.pick(PATTERNS)) }),
  () => unknown(),
  () => secret(),
  (random) => literal('p', ...Array.from({ length: random.below(500) }, (_, at) => `value ${at}`)),
  () => enumeration([1, 2, 3]),
];

/** Fields that read each part of a value as another field. */
const models: Table<Make> = [
  (random, ...given) => object(shapeOf(random, ...given), { unknown: random.pick(['ignore', 'forbid']) }),
  (random, ...given) =>
    list(fieldOf(random, ...given), random.oneIn(4) ? { minItems: 1, maxItems: 9000 } : {}),
  (...given) => set(fieldOf(...given)),
  (random, ...given) =>
    dictionary(fieldOf(random, ...given), random.oneIn(2) ? { key: scalarOf(random) } : { maxItems: 5000 }),
  (random, ...given) => tupleOf(some(random, 4, () => fieldOf(random, ...given))),
];

/** Fields that read the value itself as others. */
const choices: Table<Make> = [
  (random, ...given) =>
    unionOf([fieldOf(random, ...given), ...some(random, 5, () => fieldOf(random, ...given))]),
  (random, ...given) => {
    const tags = ['p', 'q', ...some(random, 2, (at) => `t${at}`)];
    const kind = (tag: string) => object({ ...shapeOf(random, ...given), a: literal(tag) });
    return discriminatedUnion('a', Object.fromEntries(tags.map((tag) => [tag, kind(tag)])));
  },
  (...given) => nullable(fieldOf(...given)),
  (...given) => refine(fieldOf(...given), (value) => (value === null ? 'must not be null' : undefined)),
  (...given) => safe(fieldOf(...given)),
  (...given) => withType(fieldOf(...given), 'value_error'),
  (...given) => described(fieldOf(...given), { description: 'A *part* of it' }),
];

function scalarOf(random: Random): AnyField {
  return random.pick(scalars)(random);
}

function fieldOf(random: Random, known: Models, levels: number): AnyField {
  if (random.oneIn(3)) {
    const at = random.below(MODELS);
    return lazy(() => known[at] ?? unknown());
  }
  const makers = random.oneIn(2) ? models : choices;
  return levels > 0 && !random.oneIn(4) ? random.pick(makers)(random, known, levels - 1) : scalarOf(random);
}

function shapeOf(random: Random, ...given: readonly [Models, number]): Readonly<Record<string, AnyField>> {
  const wraps = [optional, omittable, (inner: AnyField) => inner] as const;
  return Object.fromEntries(
    NAMES.filter(() => random.oneIn(2)).map((name) => [name, random.pick(wraps)(fieldOf(random, ...given))]),
  );
}

/** Makes an app that reads a random body, form and query. */
export function contractOf(random: Random, limits: Partial<Limits>): App {
  const known: Models = [];
  for (let at = 0; at < MODELS; at++) known.push(random.pick(models)(random, known, LEVELS));
  const reply = { status: 200, body: object({}) } as const;
  const shape = () => Object.fromEntries(NAMES.map((name) => [name, scalarOf(random)]));
  const contract: Contract = {
    title: 'Cost',
    version: '1',
    endpoints: {
      send: { method: 'POST', path: '/', summary: 'Send', body: fieldOf(random, known, LEVELS), reply },
      submit: { method: 'POST', path: '/form', summary: 'Submit', body: { form: shape() }, reply },
      look: {
        ...{ method: 'GET', path: '/query/{a}', summary: 'Look', reply },
        ...{ params: { a: scalarOf(random) }, query: { ...shape(), b: list(scalarOf(random)) } },
        ...{ headers: shape(), cookies: shape() },
      },
    },
  };
  const handle = () => ({});
  const values = random.pick(['strict', 'fastapi']);
  const errors = random.pick(['plain', 'pydantic', 'problem']);
  return createApp(contract, { send: handle, submit: handle, look: handle }, { values, errors, limits });
}
