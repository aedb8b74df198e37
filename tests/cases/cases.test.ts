import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import type { Case } from '../../src/cases/case.ts';
import { casesOf, subjectOf } from '../../src/cases/cases.ts';
import { entriesOf } from '../../src/cases/subject.ts';
import type { Contract } from '../../src/contract/endpoint.ts';
import { requestOf } from '../../src/contract/example.ts';
import { fromDocument } from '../../src/entries/openapi.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { app as practice } from '../../src/practice/app.ts';
import { apps as cores } from '../_apps.ts';
import { type Connection, hostsOf } from '../_hosts.ts';
import { bodyFields, practiceCore, practiceEndpoints } from '../_practice.ts';
import { shop } from './_apps.ts';

const apps = [
  { name: 'the practice service', app: practice, core: cores.practice },
  { name: 'an app with every kind of part', app: shop, core: cores.shop },
];

describe.each(apps)('the cases of $name', ({ app, core }) => {
  const cases = [...casesOf(subjectOf(app[hosting]))];

  it('have unique ids', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    for (const { id } of cases) expect(id).toMatch(/^[\w.\-[\]/]+$/);
  });

  it('are deterministic', () => {
    expect([...casesOf(subjectOf(app[hosting]))]).toEqual(cases);
  });

  it('have different requests', () => {
    const requests = cases.map(({ request }) => JSON.stringify({ ...request, body: String(request.body) }));
    expect(requests.filter((each, at) => requests.indexOf(each) !== at)).toEqual([]);
  });

  it('are those of each endpoint, and those of none in particular', () => {
    const parts = Object.keys(app.contract.endpoints).map((name) => [
      ...casesOf(subjectOf(app[hosting]), name),
    ]);
    expect([...parts.flat(), ...cases.filter(({ operation }) => operation === undefined)]).toEqual(cases);
  });

  it('call no handler', () => {
    const handlers = Object.fromEntries(
      Object.keys(app.contract.endpoints).map((name) => [name, () => expect.fail('a handler was called')]),
    );
    expect(
      [...casesOf(subjectOf(createApp<Contract>(app.contract, handlers)[hosting]))].length,
    ).toBeGreaterThan(50);
  });

  describe.each(hostsOf(core))('on $name', (host) => {
    let connection: Connection;
    beforeAll(async () => {
      connection = await host.open(core);
    });
    afterAll(() => connection.close());

    it.each(cases)('get the expected reply: $id', async (each) => {
      const { status, headers, body } = await connection.send(each.request);
      const { expected } = each;
      expect(status).toBe(expected.status);
      expect(entriesOf(status, body)).toEqual(
        expected.entries ?? (each.operation && entriesOf(status, body)),
      );
      if (expected.body !== undefined) expect(body).toBe(expected.body);
      for (const [name, value] of Object.entries(expected.headers ?? {}))
        expect(headers.get(name)).toBe(value);
    });
  });
});

describe('the cases of the practice service', () => {
  const cases = [...casesOf(subjectOf(practice[hosting]))];
  const byId = new Map(cases.map((each) => [each.id, each]));

  it('cover each status of the contract', () => {
    const shown = (name: string) =>
      new Set(cases.filter(({ operation }) => operation === name).map(({ expected }) => expected.status));
    for (const [name, { refusals = {} }] of practiceEndpoints.filter(([name]) => name !== 'getDocs'))
      for (const status of Object.keys(refusals)) expect(shown(name)).toContain(Number(status));
  });

  it('cover every entry that random requests get', () => {
    const core = practiceCore();
    const shown = new Set(cases.flatMap(entryKeys));
    const junk = fc.anything({ withNullPrototype: false, maxDepth: 1 });
    fc.assert(
      fc.property(
        // The page is loaded when it is first asked for.
        fc.constantFrom(...practiceEndpoints.filter(([name]) => name !== 'getDocs')),
        fc.infiniteStream(junk),
        ([name, endpoint], values) => {
          const { body, query = {} } = endpoint;
          const drawn = (names: object) => Object.keys(names).map((each) => [each, values.next().value]);
          const request = requestOf(endpoint, {
            ...endpoint.examples[0],
            ...(typeof body === 'object' && {
              body: Object.fromEntries(drawn(bodyFields(endpoint))),
            }),
            query: Object.fromEntries(drawn(query).map(([each, value]) => [each, textOfValue(value)])),
          });
          const { status, body: answered } = inject(core, request);
          for (const { type, loc } of entriesOf(status, answered) ?? [])
            expect(shown).toContain(`${name} ${type} ${loc.join('.')}`);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['createUser/body.age/less_than_equal', 'age is 121: must be between 0 and 120'],
    ['createUser/body.age/int_type/null', 'age is null: must be an integer'],
    ['createUser/body.name/missing', 'name is missing'],
    ['createUser/body/several', 'name, email, age and website are wrong at once'],
    ['createUser/body/missing', 'The body is empty'],
    ['createUser/body/missing/null', 'The body is null'],
    ['createUser/body/json_invalid', 'The body is not JSON'],
    ['listUsers/query.limit/less_than_equal', 'limit in the query is "101": must be between 1 and 100'],
    ['getItem/path.item_id/malformed', 'item_id in the path is not UTF-8'],
    ['getProtected/credential/malformed', 'Authorization is of another scheme'],
    ['getProtected/example/the-token-is-not-a-uuid', 'The token is not a UUID'],
    ['createUser/body.age/accepted/120', 'age is 120'],
    ['path/not_found', 'There is no such path'],
  ])('%s has the title: %s', (id, title) => {
    expect(byId.get(id)?.title).toBe(title);
  });

  it('expect the headers of a refusal', () => {
    expect(byId.get('getProtected/credential/missing')?.expected.headers).toEqual({
      'WWW-Authenticate': 'Bearer',
    });
    expect(byId.get('createUser/method/not_allowed')?.expected.headers).toEqual({
      Allow: 'POST, GET, HEAD, OPTIONS',
    });
  });
});

/** A value as text; `String` throws for an object without a proper `toString`. */
function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : fc.stringify(value);
}

function entryKeys({ operation, expected }: Case): string[] {
  return (expected.entries ?? []).map(({ type, loc }) => `${operation} ${type} ${loc.join('.')}`);
}

describe('the cases of an app with every kind of part', () => {
  const ids = [...casesOf(subjectOf(shop[hosting]))].map(({ id }) => id);

  it.each([
    'createOrder/path.shop/uuid_parsing',
    'createOrder/path.shop/malformed',
    'createOrder/query.copies/missing',
    'createOrder/query.copies/greater_than_equal',
    'createOrder/query.tag.0/enum',
    'createOrder/query.tag/too_long',
    'createOrder/header.X-Day/date_from_datetime_parsing',
    'createOrder/cookie.theme/literal_error',
    'createOrder/body.lines/too_short',
    'createOrder/body.lines/too_long',
    'createOrder/body.lines.0.count/greater_than',
    'createOrder/body.lines.0.lamp/missing',
    'createOrder/body.lines.0.lamp.name/string_too_short',
    'createOrder/body.lines.0.lamp.name/string_too_long',
    'createOrder/body.lines.0.lamp.price/greater_than_equal',
    'createOrder/body.lines.0.lamp.unknown/extra_forbidden',
    'createOrder/body.notes.text/string_type/number',
    'createOrder/body.corner.1/missing',
    'createOrder/request/several',
    'createOrder/body/too_large',
    'createOrder/body/too_deep',
    'createOrder/body.lines.0.lamp.price/accepted/0.01',
    'plantTree/body.children.0.name/missing',
    'draw/body.shape/union_tag_not_found',
    'draw/body.shape/union_tag_invalid',
    'draw/body.shape.circle.radius/greater_than_equal',
    'draw/body.pet.Dog.barks/bool_parsing',
    'draw/body.key/int_parsing',
    'addPhoto/body.title/string_too_short',
    'addPhoto/body.photo/file_type',
    'addPhoto/body.photo/bytes_too_long',
    'addPhoto/body/form_invalid',
    'addPhoto/body/content_type',
    'addLamp/body.watts/missing',
    'addLamp/body.watts/greater_than_equal',
    'addLamp/body.tags.0/enum',
    'addLamp/body/several',
    'listOrders/credential/missing',
    'replaceLamp/credential/malformed',
    'deleteLamp/credential/missing',
    'showLamp/credential/missing',
    'target/too_long',
    'headers/too_many',
  ])('have %s among them', (id) => {
    expect(ids).toContain(id);
  });
});

describe('the cases of a document', () => {
  const parameter = {
    name: 'filter',
    in: 'query',
    content: { 'application/json': { schema: { type: 'integer' } } },
  };
  const properties = {
    nothing: { type: 'null' },
    photo: { type: 'string', format: 'binary' },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    code: { type: 'string', pattern: '^[A-Z]{3}$' },
  };
  const schema = { type: 'object', required: ['nothing', 'code'], properties };
  const content = { 'application/json': { schema } };
  const post = {
    operationId: 'send',
    parameters: [parameter],
    requestBody: { required: true, content },
    responses: {},
  };
  const paths = { '/send': { post } };
  const app = fromDocument(
    { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths },
    { values: 'strict' },
  );
  const ids = [...casesOf(subjectOf(app[hosting]))].map(({ id }) => id);

  it.each([
    'send/query.filter/json_invalid',
    'send/body.nothing/none_required/number',
    'send/body.photo/bytes_type/null',
    'send/body.code/string_pattern_mismatch',
    'send/request/accepted/example',
  ])('have %s among them', (id) => {
    expect(ids).toContain(id);
  });
});

const UUID = '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d';

describe('a list whose items must differ', () => {
  const bodies = (tags: object) => {
    const schema = { type: 'object', required: ['tags'], properties: { tags } };
    const content = { 'application/json': { schema } };
    const post = { operationId: 'send', requestBody: { required: true, content }, responses: {} };
    const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/send': { post } } };
    const app = fromDocument(document, { values: 'schema' });
    const all = [...casesOf(subjectOf(app[hosting]), 'send')];
    const of = (id: string) =>
      JSON.parse(String(all.find((each) => each.id === id)?.request.body ?? '{}')).tags;
    return [of('send/body.tags/too_long'), of('send/body.tags/unique_items')];
  };

  it.each([
    [{ items: { enum: ['a', 'b', 'c', 'd'] }, maxItems: 3 }, ['a', 'b', 'c', 'd'], ['a', 'a']],
    [{ items: { type: 'integer', minimum: 1, maximum: 9 }, maxItems: 3 }, [5, 1, 9, 6], [5, 5]],
    [{ items: { type: 'string', format: 'uuid' }, maxItems: 1 }, [UUID, `1${UUID.slice(1)}`], undefined],
    [{ items: { type: 'boolean' }, maxItems: 1 }, [true, false], undefined],
    [
      { items: { enum: ['a', 'b', 'c', 'd'] }, minItems: 3, maxItems: 3 },
      ['a', 'b', 'c', 'd'],
      ['b', 'b', 'c'],
    ],
    [{ items: { enum: ['aa', 'bb'] }, maxItems: 2 }, undefined, ['aa', 'aa']],
    [{ items: { type: 'object', maxProperties: 0 }, maxItems: 2 }, undefined, [{}, {}]],
    [{ items: { not: {} } }, undefined, undefined],
  ])('%j is too long with other items, and has one that is repeated', (tags, tooMany, repeated) => {
    expect(bodies({ type: 'array', uniqueItems: true, ...tags })).toEqual([tooMany, repeated]);
  });
});

it.each([
  [['application/merge-patch+json'], 'application/merge-patch+json'],
  [['application/vnd.a+json; version=2', 'text/csv'], 'application/vnd.a+json'],
  [
    ['application/json-patch+json', 'application/json', 'text/json', 'application/*+json'],
    'application/json',
  ],
  [['application/*'], 'application/json'],
])('a body is sent as JSON by the name that the document has for it: %j', (types, expected) => {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  const patch = { operationId: 'change', requestBody: { required: true, content }, responses: {} };
  const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/a': { patch } } };
  const cases = [...casesOf(subjectOf(fromDocument(document)[hosting]), 'change')];
  const missing = cases.find(({ id }) => id === 'change/body.name/missing');
  expect(missing?.request.headers['Content-Type']).toBe(expected);
});
