import { describe, expect, expectTypeOf, it } from 'vitest';
import type { RepliesOf } from '../../src/contract/endpoint.ts';
import * as fields from '../../src/fields/index.ts';
import { createApp, endpoint, refuse, reply } from '../../src/index.ts';

const { date, dateTime, described, dictionary, integer, lazy, list, nullable, object, omittable } = fields;
const { optional, refine, secret, set, text, tuple, union, unlessBlank } = fields;

/** What handlers may return for the fields of a reply, by their types and at run time. */

const MOMENT = new Date('2026-11-22T10:20:30Z');
const WRITTEN = '2026-11-22T10:20:30Z';
const DAY = '2026-11-22';

const shape = {
  id: integer(),
  day: date(),
  made: dateTime({ timezone: 'aware' }),
  seen: optional(dateTime()),
  sold: omittable(dateTime()),
  sent: unlessBlank(dateTime()),
  left: nullable(dateTime()),
  all: list(dateTime()),
  some: set(dateTime()),
  byName: dictionary(dateTime()),
  pair: tuple(text(), dateTime()),
  either: union(dateTime(), integer()),
  later: lazy(() => dateTime()),
  told: described(dateTime(), { title: 'Told' }),
  fine: refine(dateTime(), () => undefined),
  hidden: secret(dateTime()),
  inner: object({ made: dateTime() }),
};
const common = { method: 'GET', path: '/lamp', summary: 'Get the lamp' } as const;
const getLamp = endpoint({
  ...common,
  reply: { status: 200, body: shape, headers: { 'Last-Seen': dateTime() } },
  refusals: { 410: object({ since: dateTime() }) },
});
const moments = {
  id: 7,
  day: new Date(DAY),
  made: MOMENT,
  seen: MOMENT,
  sold: MOMENT,
  sent: MOMENT,
  left: MOMENT,
  all: [MOMENT, WRITTEN],
  some: [MOMENT],
  byName: { ada: MOMENT },
  pair: ['a', MOMENT],
  either: MOMENT,
  later: MOMENT,
  told: MOMENT,
  fine: MOMENT,
  hidden: MOMENT,
  inner: { made: MOMENT },
} as const;
const contract = (one: typeof getLamp) => ({ title: '', version: '', endpoints: { getLamp: one } });

describe('a Date for a date', () => {
  it('may be in a reply, its headers and a refusal', async () => {
    const app = createApp(contract(getLamp), {
      getLamp: () => reply(moments, { headers: { 'Last-Seen': MOMENT } }),
    });
    const response = await app.fetch(new Request('http://localhost/lamp'));
    expect(response.headers.get('last-seen')).toBe(WRITTEN);
    const text = await response.text();
    expect(text.split(WRITTEN)).toHaveLength(16);
    expect(JSON.parse(text).day).toBe(DAY);
    const refusing = createApp(contract(getLamp), { getLamp: () => refuse(410, { since: MOMENT }) });
    const refused = await refusing.fetch(new Request('http://localhost/lamp'));
    expect(await refused.json()).toEqual({ detail: { since: WRITTEN } });
  });

  it('is no value of a request, nor of the client', () => {
    type Replies = RepliesOf<{ getLamp: typeof getLamp }>['getLamp'];
    expectTypeOf<Replies[200]['made']>().toEqualTypeOf<string>();
    expectTypeOf<Replies[200]['all']>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Replies[410]['detail']>().toEqualTypeOf<{ readonly since: string }>();
    expectTypeOf<fields.ValueOf<typeof shape.either>>().toEqualTypeOf<string | number>();
    expectTypeOf<fields.ValueOf<fields.ObjectField<typeof shape>>['seen']>().toEqualTypeOf<string | null>();
  });

  it('is not allowed elsewhere', () => {
    createApp(contract(getLamp), {
      // @ts-expect-error: an id is a number.
      getLamp: () => reply({ ...moments, id: MOMENT }, { headers: { 'Last-Seen': MOMENT } }),
    });
    const one = endpoint({ ...common, reply: { status: 200, body: { name: text() } } });
    // @ts-expect-error: a name is a text.
    createApp({ title: '', version: '', endpoints: { one } }, { one: () => ({ name: MOMENT }) });
  });

  it('and what may be left out need not be named', async () => {
    const body = {
      name: text(),
      note: omittable(text()),
      more: omittable(object({ at: omittable(date()) })),
    };
    const one = endpoint({ ...common, reply: { status: 200, body } });
    const app = createApp(
      { title: '', version: '', endpoints: { one } },
      { one: () => ({ name: 'Ada', more: {} }) },
    );
    const response = await app.fetch(new Request('http://localhost/lamp'));
    expect(await response.json()).toEqual({ name: 'Ada', more: {} });
    // @ts-expect-error: the name is missing.
    createApp({ title: '', version: '', endpoints: { one } }, { one: () => ({ note: 'a' }) });
    // @ts-expect-error: a note is a text.
    createApp({ title: '', version: '', endpoints: { one } }, { one: () => ({ name: 'a', note: 7 }) });
    const any = endpoint({ ...common, reply: { status: 200, body: { value: fields.unknown() } } });
    // @ts-expect-error: any value may be there, but one has to.
    createApp({ title: '', version: '', endpoints: { any } }, { any: () => ({}) });
  });

  it('leaves a field assignable to one of its values', () => {
    interface Tree {
      readonly made: string;
      readonly children: readonly Tree[];
    }
    const tree: fields.Field<Tree> = object({ made: dateTime(), children: list(lazy(() => tree)) });
    const any: fields.Field<unknown> = dateTime();
    expect([tree, any].map((each) => each.required)).toEqual([true, true]);
  });
});

describe('a body of fields is one of an object with them', () => {
  const body = { name: text(), watts: optional(integer()) };
  const lamp = { name: 'Ada', watts: null };
  const get = { ...common, refusals: {} };

  it.each([
    ['reply', { ...get, reply: { status: 200, body } }],
    ['replies', { ...get, replies: { 200: { body } } }],
  ] as const)('in %s', async (_, declared) => {
    const app = createApp(
      { title: '', version: '', endpoints: { getLamp: declared } } as never,
      { getLamp: () => reply({ ...lamp, more: 1 }, { status: 200 }) } as never,
    );
    const response = await app.fetch(new Request('http://localhost/lamp'));
    expect(await response.json()).toEqual(lamp);
    const document = Object(await (await app.fetch(new Request('http://localhost/openapi.json'))).json());
    const { schema } = document.paths['/lamp'].get.responses[200].content['application/json'];
    expect(schema.required).toContain('name');
    expect(Object.keys(schema.properties)).toEqual(['name', 'watts']);
  });

  it('with its type', () => {
    const one = endpoint({ ...common, reply: { status: 200, body } });
    type Body = RepliesOf<{ one: typeof one }>['one'][200];
    expectTypeOf<Body>().toEqualTypeOf<{ readonly name: string; readonly watts: number | null }>();
    // @ts-expect-error: the name is missing.
    createApp({ title: '', version: '', endpoints: { one } }, { one: () => ({ watts: 7 }) });
  });

  it.each<[body: unknown, mistake: string]>([
    [{ name: text }, 'has no field for name in its reply body'],
    [{ name: {} }, 'has no field for name in its reply body'],
    [text, 'has a reply whose body is not a field'],
    ['json', 'has a reply whose body is not a field'],
    [undefined, 'has a reply whose body is not a field'],
  ])('but not anything: %o', (wrong, mistake) => {
    const one = { ...common, reply: { status: 200, body: wrong } };
    const make = () =>
      createApp({ title: '', version: '', endpoints: { one } } as never, { one: () => '' } as never);
    expect(make).toThrow(`The endpoint one ${mistake}`);
  });
});
