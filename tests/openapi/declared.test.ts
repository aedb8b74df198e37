import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { app as practice } from '../../src/practice/app.ts';
import { documentOf } from './_document.ts';

/** Declared replies of a document, for clients that ask with Prefer. */

const json = (schema: unknown, more: object = {}) => ({
  description: 'x',
  content: { 'application/json': { schema, ...more } },
});
const errorSchema = {
  type: 'object',
  properties: { code: { type: 'integer' }, text: { type: 'string', example: 'Sorry' } },
};
const lamp = {
  type: 'object',
  properties: { id: { type: 'integer' }, key: { type: 'string', writeOnly: true } },
  required: ['id', 'key'],
};
const document = documentOf(
  {
    '/lamps/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        responses: {
          200: json(lamp, {
            examples: {
              desk: { value: { id: 1, key: 'a' } },
              'a tall lamp': { $ref: '#/components/examples/Tall' },
            },
          }),
          202: json(lamp),
          204: json(lamp),
          304: { description: 'x' },
          400: json(errorSchema, { example: { code: 4, text: 'No' } }),
          404: json(errorSchema, {
            examples: {
              gone: { value: { code: 1 } },
              odd: { value: 'no object' },
              far: { externalValue: 'x' },
            },
          }),
          '4XX': json(errorSchema),
          410: { description: 'x', content: { 'application/problem+json': { schema: errorSchema } } },
          418: {
            description: 'x',
            content: { 'text/plain': { schema: { type: 'string' }, example: 'teapot' } },
          },
          419: { description: 'x', content: { 'text/*': { schema: { type: 'integer' } } } },
          503: { $ref: '#/components/responses/Busy' },
          default: json(errorSchema, { example: { code: 0, text: 'Default' } }),
        },
      },
      delete: { responses: { default: json(errorSchema, { examples: { gone: { value: { code: 9 } } } }) } },
    },
    '/plain': { post: { responses: { 200: { description: 'x' } } } },
  },
  {
    examples: { Tall: { value: { id: 2 } } },
    responses: { Busy: json(errorSchema, { example: { code: 503, text: 'Busy' } }) },
  },
);
const app = fromDocument(document, { faults: true });

async function ask(prefer: string, target = '/lamps/7', method = 'GET') {
  const headers = { Prefer: prefer };
  const response = await app.fetch(new Request(`http://localhost${target}`, { method, headers }));
  const type = response.headers.get('content-type');
  return [response.status, response.headers.get('preference-applied'), type, await response.text()];
}

const JSON_TYPE = 'application/json';

describe('a declared reply', () => {
  it.each<[string, unknown[]]>([
    ['code=400', [400, 'code=400', JSON_TYPE, '{"code":4,"text":"No"}']],
    ['code=404', [404, 'code=404', JSON_TYPE, '{"code":1}']],
    ['code=404, example=gone', [404, 'code=404, example=gone', JSON_TYPE, '{"code":1}']],
    ['code=404, example=odd', [404, 'code=404, example=odd', JSON_TYPE, '"no object"']],
    [
      'code=404, example=far',
      [
        404,
        null,
        JSON_TYPE,
        '{"detail":"There is no example \\"far\\": the reply 404 of GET /lamps/{id} declares \\"gone\\" (404), \\"odd\\" (404)."}',
      ],
    ],
    [
      'code=402, example=none',
      [404, null, JSON_TYPE, expect.stringContaining('the reply 402 of GET /lamps/{id} declares none')],
    ],
    ['code=402', [402, 'code=402', JSON_TYPE, expect.stringContaining('"text":"Sorry"')]],
    ['code=410', [410, 'code=410', 'application/problem+json', expect.stringContaining('"text":"Sorry"')]],
    ['code=418', [418, 'code=418', 'text/plain', 'teapot']],
    ['code=419', [419, 'code=419', 'text/plain', '12']],
    ['code=500', [500, 'code=500', JSON_TYPE, '{"code":0,"text":"Default"}']],
    ['code=503', [503, 'code=503', JSON_TYPE, '{"code":503,"text":"Busy"}']],
    ['code=502', [502, 'code=502', JSON_TYPE, '{"detail":"Bad Gateway"}']],
    [
      'code=503, format=html',
      [503, 'code=503, format=html', 'text/html', expect.stringContaining('<h1>503')],
    ],
    ['code=200', [200, 'code=200', JSON_TYPE, '{"id":7}']],
    ['code=202', [202, 'code=202', JSON_TYPE, '{"id":1042}']],
    ['code=204', [204, 'code=204', null, '']],
    ['code=304', [304, 'code=304', null, '']],
    ['example=desk', [200, 'example=desk', JSON_TYPE, '{"id":1}']],
    ['example="a tall lamp"', [200, 'example', JSON_TYPE, '{"id":2}']],
    ['code=200, example="a tall lamp"', [200, 'code=200, example', JSON_TYPE, '{"id":2}']],
    ['example=gone', [404, 'example=gone', JSON_TYPE, '{"code":1}']],
    [
      'example=none',
      [404, null, JSON_TYPE, expect.stringContaining('\\"desk\\" (200), \\"a tall lamp\\" (200)')],
    ],
    ['example=gone, delay=0.01', [404, 'example=gone, delay=0.01', JSON_TYPE, '{"code":1}']],
  ])('is sent for Prefer: %s', async (prefer, reply) => {
    expect(await ask(prefer)).toEqual(reply);
  });

  it('says what is wrong with an invalid request', async () => {
    const [status, applied, , body] = await ask('code=404', '/lamps/x');
    expect([status, applied]).toEqual([404, 'code=404']);
    expect(body).toContain('id must be an integer');
    const [fault] = await ask('code=504', '/lamps/x');
    expect(fault).toBe(504);
  });

  it('is the default response, but not for statuses of gateways', async () => {
    expect(await ask('code=404', '/lamps/7', 'DELETE')).toEqual([404, 'code=404', JSON_TYPE, '{"code":9}']);
    const [, , , gateway] = await ask('code=429', '/lamps/7', 'DELETE');
    expect(gateway).toBe('{"detail":"Too Many Requests"}');
  });

  it('is the usual refusal of the engine where the document declares none', async () => {
    const [status, applied, , body] = await ask('code=405', '/plain', 'POST');
    expect([status, applied, body]).toEqual([405, 'code=405', '{"detail":"Method Not Allowed"}']);
  });
});

/** Fetches a document, as clients do. */
type Json = ReturnType<typeof JSON.parse>;

async function served(fetch: (request: Request) => Promise<Response>): Promise<Json> {
  return (await fetch(new Request('http://localhost/openapi.json'))).json();
}

describe('the OpenAPI document', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../data/openapi-3.1.schema.json', import.meta.url), 'utf8'),
  );
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  const parameters = (document: Json): string[][] =>
    Object.values<Json>(document.paths).flatMap((item) =>
      Object.entries<Json>(item)
        .filter(([key]) => key !== 'parameters')
        .map(([, operation]) => (operation.parameters ?? []).map(({ name }: { name: string }) => name)),
    );

  it('declares the Prefer header where faults are enabled', async () => {
    const own = await served(app.fetch);
    for (const names of parameters(own)) expect(names).toContain('Prefer');
    expect(validate(own) ? [] : validate.errors).toEqual([]);
    expect(own.paths['/lamps/{id}'].parameters).toHaveLength(1);
  });

  it('declares it for other apps too, and not if faults are disabled', async () => {
    const { createApp } = await import('../../src/app.ts');
    const { contract } = practice;
    const handlers = Object.fromEntries(
      Object.keys(contract.endpoints).map((name) => [name, () => undefined]),
    );
    const faulty = await served(createApp(contract, handlers as never, { faults: true }).fetch);
    for (const names of parameters(faulty)) expect(names.at(-1)).toBe('Prefer');
    expect(validate(faulty) ? [] : validate.errors).toEqual([]);
    for (const names of parameters(await served(practice.fetch))) expect(names).not.toContain('Prefer');
    for (const names of parameters(await served(fromDocument(document).fetch)))
      expect(names).not.toContain('Prefer');
  });
});
