import { sValidator } from '@hono/standard-validator';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Hono } from 'hono';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { email } from '../../src/fields/email.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { optional } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { tuple } from '../../src/fields/tuple.ts';
import { url } from '../../src/fields/url.ts';

/** Fields as Standard Schemas, for other libraries. */

const user = object({
  name: text(),
  email: email(),
  age: integer({ min: 0, max: 120 }),
  sites: optional(list(url())),
});

interface User {
  readonly name: string;
  readonly email: string;
  readonly age: number;
  readonly sites: readonly string[] | null;
}

describe('a field as a Standard Schema', () => {
  it('has the types of the specification', () => {
    expectTypeOf(user).toExtend<StandardSchemaV1<unknown, User>>();
    expectTypeOf(user).toExtend<StandardJSONSchemaV1<unknown, User>>();
    expectTypeOf<StandardSchemaV1.InferOutput<typeof user>>().toEqualTypeOf<User>();
  });

  it('names its version and vendor', () => {
    expect(user['~standard']).toMatchObject({ version: 1, vendor: 'assay' });
  });

  it('returns the value', () => {
    const value = { name: 'Ada', email: 'ada@EXAMPLE.com', age: '36' };
    expect(user['~standard'].validate(value)).toEqual({
      value: { name: 'Ada', email: 'ada@example.com', age: 36, sites: null },
    });
  });

  it('returns issues with message and path, and also type, context and input', () => {
    const value = { name: 'Ada', email: 'ada@example.com', age: 121, sites: ['http://a.b', 5] };
    expect(user['~standard'].validate(value)).toEqual({
      issues: [
        {
          message: 'Must be between 0 and 120',
          path: ['age'],
          type: 'less_than_equal',
          context: { min: 0, max: 120 },
          input: 121,
        },
        {
          message: expect.stringMatching(/^Must be a valid URL \(/),
          path: ['sites', 1],
          type: 'url_type',
          context: {},
          input: 5,
        },
      ],
    });
  });

  it('validates for a library that knows nothing of Assay', async () => {
    const app = new Hono().post('/', sValidator('json', user), (context) =>
      context.json(context.req.valid('json')),
    );
    const post = (body: unknown) =>
      app.request('/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });

    const accepted = await post({ name: 'Ada', email: 'ada@EXAMPLE.com', age: '36' });
    expect(await accepted.json()).toEqual({ name: 'Ada', email: 'ada@example.com', age: 36, sites: null });
    const refused = await post({ name: 'Ada', email: 'ada@', age: 36 });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: [{ path: ['email'], message: 'Must be a valid email address (there is nothing after the @)' }],
    });
  });
});

describe('a field as a Standard JSON Schema', () => {
  it.each([
    ['draft-2020-12', new Ajv2020({ validateFormats: false })],
    ['draft-07', new Ajv({ validateFormats: false })],
  ] as const)('describes input and output in %s', (target, ajv) => {
    const { input, output } = user['~standard'].jsonSchema;
    const comesIn = ajv.compile(input({ target }));
    const goesOut = ajv.compile(output({ target }));
    const sent = { name: 'Ada', email: 'ada@example.com', age: ' 36 ' };
    expect(comesIn(sent)).toBe(true);
    expect(goesOut(sent)).toBe(false);
    expect(goesOut({ ...sent, age: 36, sites: null })).toBe(true);
    expect(comesIn({ ...sent, age: true })).toBe(false);
  });

  it('describes tuples in the keywords of each dialect', () => {
    const { output } = object({ pair: tuple(text(), integer()) })['~standard'].jsonSchema;
    const { properties } = JSON.parse(JSON.stringify(output({ target: 'draft-07' })));
    expect(properties.pair).toMatchObject({
      type: 'array',
      items: [{ type: 'string' }, { type: 'integer' }],
    });
    for (const [target, ajv] of [
      ['draft-2020-12', new Ajv2020()],
      ['draft-07', new Ajv()],
    ] as const) {
      const fits = ajv.compile(output({ target }));
      expect([fits({ pair: ['a', 1] }), fits({ pair: [1, 'a'] })]).toEqual([true, false]);
    }
  });

  it('throws for an unsupported dialect', () => {
    expect(() => user['~standard'].jsonSchema.input({ target: 'openapi-3.0' })).toThrow(TypeError);
    expect(() => user['~standard'].jsonSchema.input({ target: 'toString' })).toThrow(TypeError);
  });
});
