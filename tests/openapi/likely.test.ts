import { describe, expect, it, vi } from 'vitest';
import { casesOf } from '../../src/cases/cases.ts';
import { wholeSubjectOf } from '../../src/cases/robust.ts';
import { likelyValues } from '../../src/documents/likely.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { likelyTexts } from '../../src/text/pattern/match.ts';
import { issuesBy } from '../schema/_schema.ts';
import { ask, documentOf } from './_document.ts';

/** Requests and replies that read like data. */

const address = {
  type: 'object',
  required: ['street', 'city', 'countryCode', 'zip'],
  properties: {
    street: { type: 'string' },
    city: { type: 'string' },
    countryCode: { type: 'string', minLength: 2, maxLength: 2 },
    zip: { type: 'string', pattern: '^[0-9]{5}$' },
    notes: { type: 'string' },
  },
};
const order = {
  type: 'object',
  required: ['email', 'unitPrice', 'quantity', 'tags', 'shippingAddress', 'sku'],
  properties: {
    id: { type: 'integer', readOnly: true },
    email: { type: 'string', format: 'email' },
    unitPrice: { type: 'number', multipleOf: 0.01 },
    quantity: { type: 'integer', minimum: 5 },
    tags: { type: 'array', items: { type: 'string' } },
    sku: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
    shippingAddress: address,
    giftWrapped: { type: 'boolean' },
    color: { type: 'string', enum: ['red', 'blue'] },
    createdAt: { type: 'string', format: 'date-time' },
  },
};
const sample = {
  email: 'ada@example.com',
  unitPrice: 19.99,
  quantity: 5,
  tags: ['Example tag'],
  sku: 'SAM-2774',
  shippingAddress: { street: '12 St James Square', city: 'London', countryCode: 'GB', zip: '38992' },
};

type Json = Readonly<Record<string, unknown>>;

/** The first accepted request of an operation. */
function firstOf(post: Json, path = '/orders') {
  const app = fromDocument(documentOf({ [path]: { post } }))[hosting];
  for (const { kind, request } of casesOf(wholeSubjectOf(app), Object.keys(app.contract.endpoints)[0]))
    if (kind === 'accepted') return request;
  return undefined;
}

function bodyOf(media: Json, type = 'application/json') {
  const request = firstOf({ requestBody: { required: true, content: { [type]: media } }, responses: {} });
  return type === 'application/json' ? JSON.parse(String(request?.body)) : request?.body;
}

describe('a request', () => {
  it('has what is required, by name, format, pattern and bounds', () => {
    expect(bodyOf({ schema: order })).toEqual(sample);
  });

  it('has everything if nothing is required', () => {
    expect(bodyOf({ schema: { ...order, required: [] } })).toMatchObject({ giftWrapped: true, color: 'red' });
  });

  it.each([
    ['of its media type', { schema: order, example: { ...sample, sku: 'ABC-0001' } }],
    [
      'of its media type, by name',
      { schema: order, examples: { wrong: { value: {} }, one: { value: { ...sample, sku: 'ABC-0001' } } } },
    ],
    ['of its schema', { schema: { ...order, example: { ...sample, sku: 'ABC-0001' } } }],
    [
      'of a property',
      {
        schema: {
          ...order,
          properties: { ...order.properties, sku: { ...order.properties.sku, example: 'ABC-0001' } },
        },
      },
    ],
  ])('has the example %s', (_, media) => {
    expect(bodyOf(media)).toEqual({ ...sample, sku: 'ABC-0001' });
  });

  it('has no example that its schema refuses', () => {
    expect(bodyOf({ schema: order, example: { sku: 'abc' } })).toEqual(sample);
  });

  it.each([
    ['its example', { example: 'b-7', schema: { type: 'string' } }, 'b-7'],
    ['one of its examples', { examples: { one: { value: 'b-8' } }, schema: { type: 'string' } }, 'b-8'],
    ['the example of its schema', { schema: { type: 'string', example: 'b-9' } }, 'b-9'],
    [
      'the example of a part of its schema',
      { schema: { allOf: [{ type: 'string' }, { example: 'b-6' }] } },
      'b-6',
    ],
    ['its default', { schema: { type: 'string', default: 'b-1' } }, 'b-1'],
    ['its first value', { schema: { enum: ['x', 'y'] } }, 'x'],
    ['a likely value', { schema: { type: 'string' } }, 'order-1042'],
    ['a list of likely values', { schema: { type: 'array', items: { type: 'integer' } } }, '1042'],
    ['JSON', { content: { 'application/json': { schema: { type: 'integer' }, example: 5 } } }, '5'],
    ['any other content', { content: { 'text/plain': { schema: { type: 'string' } } } }, 'order-1042'],
  ])('has a parameter with %s', (_, parameter, text) => {
    const named = { name: 'orderId', in: 'path', required: true, ...parameter };
    expect(firstOf({ parameters: [named], responses: {} }, '/orders/{orderId}')?.target).toBe(
      `/orders/${text}`,
    );
  });

  it('has a form of likely values', () => {
    const type = 'application/x-www-form-urlencoded';
    const schema = {
      type: 'object',
      required: ['email', 'age', 'to'],
      properties: { email: { type: 'string' }, age: { type: 'integer' }, to: address },
    };
    const to = new URLSearchParams({ to: JSON.stringify(sample.shippingAddress) }).toString();
    expect(bodyOf({ schema, example: { age: 40 } }, type)).toBe(`email=ada%40example.com&age=40&${to}`);
  });

  it('has an object in its query', () => {
    const parameters = [
      {
        name: 'filter',
        in: 'query',
        required: true,
        style: 'deepObject',
        schema: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
      },
    ];
    expect(firstOf({ parameters, responses: {} })?.target).toBe('/orders?filter%5Bcity%5D=London');
  });
});

it('a reply has only what is required if it may not have everything', () => {
  const properties = { city: { type: 'string' }, zip: { type: 'string' } };
  const schema = { type: 'object', required: ['zip'], properties, maxProperties: 1 };
  const content = { 'application/json': { schema } };
  const document = documentOf({ '/a': { get: { responses: { 200: { description: 'x', content } } } } });
  expect(JSON.parse(ask(document, { path: '/a' }).body)).toEqual({ zip: expect.any(String) });
});

it.each<[type: string, rules: Json]>([
  [
    'object',
    {
      properties: { name: { type: 'string' } },
      additionalProperties: { type: 'string' },
      required: ['name'],
      patternProperties: { '^a': { type: 'string' } },
      propertyNames: { maxLength: 9 },
    },
  ],
  ['array', { items: { type: 'string' }, prefixItems: [{}], minItems: 1, maxItems: 2, uniqueItems: true }],
  ['string', { pattern: '^[a-z]{5}$', minLength: 2, maxLength: 9 }],
  ['number', { minimum: 2, maximum: 9, exclusiveMinimum: 3, exclusiveMaximum: 8, multipleOf: 5 }],
])('a reply is of the type that a single keyword implies: %s', (type, rules) => {
  for (const [keyword, rule] of Object.entries(rules)) {
    const content = { 'application/json': { schema: { [keyword]: rule } } };
    const document = documentOf({ '/a': { get: { responses: { 200: { description: 'x', content } } } } });
    const value: unknown = JSON.parse(ask(document, { path: '/a' }).body);
    expect([keyword, Array.isArray(value) ? 'array' : typeof value]).toEqual([keyword, type]);
  }
});

it('a reply has the values of a schema wherever it is used', () => {
  const size = { type: 'object', properties: { unit: { type: 'string' } } };
  const box = { type: 'object', properties: { outer: size, inner: size } };
  const schema = {
    type: 'object',
    properties: { first: box, second: box, rest: { type: 'array', items: box } },
  };
  const content = { 'application/json': { schema } };
  const document = documentOf({ '/a': { get: { responses: { 200: { description: 'x', content } } } } });
  const one = { outer: { unit: 'cm' }, inner: { unit: 'cm' } };
  expect(JSON.parse(ask(document, { path: '/a' }).body)).toEqual({ first: one, second: one, rest: [one] });
});

it('a reply has likely values too, also of several parts', () => {
  const content = {
    'application/json': {
      schema: {
        properties: {
          owner: { allOf: [{ type: 'string' }, { maxLength: 3 }] },
          ages: { type: 'array', items: { type: 'integer' } },
        },
      },
    },
  };
  const document = documentOf({ '/a': { get: { responses: { 200: { description: 'x', content } } } } });
  expect(JSON.parse(ask(document, { path: '/a' }).body)).toEqual({ owner: 'Ada', ages: [36] });
});

/** The likeliest value for each of these names. */
function likeliest(names: readonly string[], schema: Json): Json {
  return Object.fromEntries(names.map((name) => [name, [...likelyValues(schema, name)][0]]));
}

/** Words that only begin or end like one that says what a property is. */
const alike = (names: readonly string[]) =>
  names.filter((name) => /^[a-z]{2,}$/.test(name)).flatMap((name) => [`${name}ish`, `pre${name}`]);

describe('likely values', () => {
  const firstOf = (schema: Json, name: string) => [...likelyValues(schema, name)];

  it.each([
    ['the age', { type: 'integer' }, 'age', 36],
    ['a bound below it', { type: 'integer', maximum: 10 }, 'age', 10],
    ['a bound above it', { type: 'number', exclusiveMinimum: 100 }, 'age', 100.5],
    ['the middle of bounds', { type: 'number', minimum: 1, maximum: 2 }, 'age', 1.5],
    ['a multiple', { type: 'number', multipleOf: 7 }, 'age', 35],
    ['no name', { type: 'string' }, '', 'Example'],
    ['an unknown name', { type: 'string' }, 'fooBar', 'Example foo bar'],
    ['the name alone if that is shorter', { type: 'string', maxLength: 8 }, 'fooBar', 'Foo bar'],
    ['a short text', { type: 'string', maxLength: 3 }, 'city', 'Lon'],
    ['the words that fit', { type: 'string', maxLength: 10 }, 'owner', 'Ada'],
    ['whole words', { type: 'string', minLength: 7 }, 'city', 'London and'],
    ['a word without its comma', { type: 'string', minLength: 20 }, 'city', 'London and more words'],
    ['dots where no word fits', { type: 'string', minLength: 8, maxLength: 9 }, 'city', 'London..'],
    ['a boolean', { type: 'boolean' }, 'x', true],
    ['the seconds of a time', { type: 'integer' }, 'created', 1_773_480_413],
    ['the text of a latitude', { type: 'string' }, 'latitude', '51.5074'],
    ['the text of a longitude', { type: 'string' }, 'lng', '-0.1278'],
    ['the id of a job', { type: 'string' }, 'jobId', 'job-1042'],
    ['the job of somebody', { type: 'string' }, 'jobTitle', 'engineer'],
  ])('include %s', (_, schema, name, value) => {
    expect(firstOf(schema, name)).toContain(value);
  });

  it.each([
    ['email workEmail', 'ada@example.com'],
    ['username login userName nickName user', 'ada'],
    ['firstName given_name', 'Ada'],
    ['lastName familyName surname', 'Lovelace'],
    ['fullName displayName author owner customerName', 'Ada Lovelace'],
    ['company organisation organization vendor', 'Analytical Engines Ltd'],
    ['phone mobile fax tel', '+442079460958'],
    ['avatar imageUrl logo thumbnail', 'https://example.com/images/example.png'],
    ['url uri website callbackUrl link', 'https://example.com/items'],
    ['host hostName hostname domain', 'www.example.com'],
    ['ip clientIp', '192.0.2.44'],
    ['mac', '00:00:5e:00:53:af'],
    ['fileName filename file', 'example.txt'],
    ['path folder', '/items/example'],
    ['mimeType contentType mediaType', 'text/plain'],
    ['countryCode', 'GB'],
    ['country', 'United Kingdom'],
    ['city town', 'London'],
    ['state province region county', 'England'],
    ['zip postCode postalCode postal', 'SW1Y 4JH'],
    ['houseNumber', '12'],
    ['street addressLine', '12 St James Square'],
    ['currency', 'EUR'],
    ['locale language lang', 'en-GB'],
    ['timeZone timezone tz', 'Europe/London'],
    ['birthDay birthday dob startDate', '2026-03-14'],
    ['createdAt updated expires time timestamp until', '2026-03-14T09:26:53Z'],
    ['color colour', '#1e90ff'],
    ['status', 'active'],
    ['role occupation jobTitle', 'engineer'],
    ['version', '1.4.2'],
    ['slug', 'an-example'],
    ['sku', 'SKU1042'],
    ['sha checksum etag', '9f86d081884c7d659a2feaa0c55ad015'],
    ['password passphrase', 'correct-horse-7-Battery'],
    ['token apiKey signature', 'k7Qm2xVt9LrB'],
    ['guid uuid uuid4', '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d'],
    ['id ids number code', 'id-1042'],
    ['orderId orderNumber order_reference', 'order-1042'],
    ['customerOrderId', 'customer-order-1042'],
    ['cursor', 'eyJwYWdlIjoyfQ'],
    ['order direction', 'asc'],
    ['sort', 'name'],
    ['query search q', 'example'],
    ['unit units', 'cm'],
    ['name', 'Example name'],
    ['productName', 'Example product name'],
    ['userAgent', 'Example user agent'],
    ['hostList', 'Example host list'],
    ['timeLeft', 'Example time left'],
    ['jobList', 'Example job list'],
    ['latLines', 'Example lat lines'],
    ['codeWord', 'Example code word'],
    ['nickTom', 'Example nick tom'],
  ])('of a text of the name %s are %s', (all, value) => {
    const names = all.split(' ');
    const schema = { type: 'string' };
    expect(likeliest(names, schema)).toEqual(Object.fromEntries(names.map((name) => [name, value])));
    expect(Object.values(likeliest(alike(names), schema))).not.toContain(value);
  });

  it.each([
    ['age', 36],
    ['year', 2026],
    ['month', 3],
    ['day days', 14],
    ['hour hours', 9],
    ['minutes', 26],
    ['timestamp createdAt', 1773480413],
    ['unitPrice total fee tax', 19.99],
    ['quantity seats', 3],
    ['percent discount', 15],
    ['rate ratio', 0.25],
    ['rating stars', 4.5],
    ['lat latitude', 51.5074],
    ['lon longitude', -0.1278],
    ['temperature', 21.5],
    ['width x', 640],
    ['height y', 480],
    ['weight mass', 2.5],
    ['length depth', 12.5],
    ['port', 8080],
    ['page', 1],
    ['offset skip', 0],
    ['limit pageSize perPage', 20],
    ['timeout ttl', 30],
    ['id ids', 1042],
    ['other aged', 12],
    ['createdBy idCard', 12],
  ])('of a number of the name %s are %d', (all, value) => {
    const names = all.split(' ');
    const schema = { type: 'number' };
    expect(likeliest(names, schema)).toEqual(Object.fromEntries(names.map((name) => [name, value])));
    if (value !== 12) expect(Object.values(likeliest(alike(names), schema))).not.toContain(value);
  });

  it.each(
    `date date-time time duration email idn-email hostname ipv4 ipv6 uri url uri-reference uuid uuid1 uuid4 uuid8
      byte base64url json-pointer regex`.split(/\s+/),
  )('of a text of the format %s have it, whatever the name', (format) => {
    const schema = { type: 'string', format };
    const { city } = likeliest(['city'], schema);
    expect(city).not.toBe('London');
    expect(issuesBy(schema)(JSON.stringify(city))).toEqual([]);
  });

  it('fill a text only so far', () => {
    expect(
      firstOf({ type: 'string', minLength: 1e9 }, '').every((text) => String(text).length <= 10_000),
    ).toBe(true);
  });
});

describe('texts for a pattern', () => {
  it.each([
    ['^[a-z]+$', 'sample'],
    ['^[0-9a-f]{8}$', '3a9a2ec4'],
    ['^(?:x|y)[A-Z]*\\b$', 'xAMPLEW'],
    ['^(a|b){2}$', 'aa'],
    ['^\\s?$', ' '],
  ])('%s begin with %j', (pattern, text) => {
    expect([...likelyTexts(pattern)][0]).toBe(text);
  });

  it('are made of a pattern that is parsed once, however many properties have it', () => {
    const pattern = Array.from({ length: 500 }, (_, at) => `a${at}`).join('|');
    const [first] = likelyTexts(pattern);
    const exec = vi.spyOn(RegExp.prototype, 'exec');
    expect([...likelyTexts(pattern)][0]).toBe(first);
    expect(exec.mock.calls.length).toBeLessThan(100);
    vi.restoreAllMocks();
  });

  it('are not made of what is no pattern', () => {
    expect([...likelyTexts('(')]).toEqual([]);
  });

  it('come to an end', () => {
    expect([...likelyTexts('(?:(?:(?:\\b){9999}){9999}){9999}')][0]).toBe('');
    expect([...likelyTexts('(?:(?:a{9999}){9999}){9999}')].length).toBe(0);
  });
});

it('a pattern of unknown kind is tried with texts of mixed characters', () => {
  expect([...likelyValues({ type: 'string', pattern: '(?=.*[A-Z])(?=.*\\d).{5,}' }, 'password')]).toContain(
    'Text1042',
  );
});

describe('a reply as deep as samples go', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const owner = { anyOf: [{ type: 'string' }, ref('Node')] };
  const Node = {
    type: 'object',
    required: ['slug', 'owner'],
    properties: { slug: { type: 'string' }, owner, next: ref('Node') },
  };
  const content = { 'application/json': { schema: ref('Node') } };
  const document = documentOf(
    { '/nodes': { get: { responses: { 200: { description: 'x', content } } } } },
    { schemas: { Node } },
  );

  it.each(['schema', 'fastapi'] as const)(
    'has all that is required, likely as ever, read as %s',
    (values) => {
      const levels: unknown[] = [];
      for (let node = JSON.parse(ask(document, { path: '/nodes' }, { values }).body); node; node = node.next)
        levels.push({ slug: node.slug, owner: node.owner });
      expect(levels.length).toBeGreaterThan(5);
      expect(levels).toEqual(levels.map(() => ({ slug: 'an-example', owner: 'Ada Lovelace' })));
    },
  );
});
