import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { requestOf } from '../../src/contract/example.ts';
import { mediaTypeOf, usualSuccess } from '../../src/contract/success.ts';
import { inject } from '../../src/http/inject.ts';
import { all } from '../../src/practice/app.ts';
import { slug } from '../../src/text/strings.ts';
import { documentOf } from '../_conformance.ts';
import { pageOf } from '../_page.ts';
import { type PracticeEndpoint, practiceCore, practiceEndpoints } from '../_practice.ts';

const app = practiceCore();
/** Fetched as by a client. */
const document: ReturnType<typeof JSON.parse> = await documentOf(app);
const rows = practiceEndpoints.map(([name, endpoint]) => ({ name, endpoint }));
const operationOf = ({ path, method }: PracticeEndpoint) => document.paths[path][method.toLowerCase()];
const schemaOf = (name: string) => document.components.schemas[name];
const compiled = new Ajv2020({ strict: false, validateFormats: false });
compiled.addSchema({ $id: 'openapi', ...document });

/** The validator of a schema at a place in the document. */
function validatorAt(...steps: readonly string[]) {
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  const validate = compiled.getSchema(`openapi#/${pointer.join('/')}`);
  if (!validate) throw new Error(`no schema at ${steps.join(' ')}`);
  return validate;
}

describe('the OpenAPI document', () => {
  it('is valid against the official schema of OpenAPI 3.1', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../data/openapi-3.1.schema.json', import.meta.url), 'utf8'),
    );
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(document) ? [] : validate.errors).toEqual([]);
  });

  it('is served as JSON, always the same', async () => {
    const [first, second] = [await pageOf(app, '/openapi.json'), await pageOf(app, '/openapi.json')];
    expect(first.headers).toContain('application/json');
    expect(second.body).toBe(first.body);
  });

  it('has a title and version 1.0.0', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info).toMatchObject({ title: 'Assay', version: '1.0.0' });
  });

  it('has every endpoint once, with a unique name, a tag and a summary', () => {
    const operations = rows.map(({ endpoint }) => operationOf(endpoint));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(rows.length);
    expect(new Set(operations.map(({ summary }) => summary)).size).toBe(rows.length);
    expect(Object.values(document.paths).flatMap((path) => Object.keys(path as object))).toHaveLength(
      rows.length,
    );
  });

  it('has valid schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'openapi', ...document });
    const walk = (value: unknown, pointer: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, each] of Object.entries(value)) {
        const step = encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
        if (key === 'schema') expect(ajv.getSchema(`openapi#${pointer}/${step}`)).toBeTypeOf('function');
        else if (key !== 'examples') walk(each, `${pointer}/${step}`);
      }
    };
    walk(document, '');
    expect.hasAssertions();
  });

  it.each(rows)('declares the parameters of $name', ({ endpoint }) => {
    const declared = operationOf(endpoint).parameters.map(({ in: place, name }: Record<string, string>) => [
      place,
      name,
    ]);
    expect(declared).toEqual([
      ...Object.keys(endpoint.params ?? {}).map((name) => ['path', name]),
      ...Object.keys(endpoint.query ?? {}).map((name) => ['query', name]),
    ]);
  });

  it.each(rows.filter(({ endpoint }) => typeof endpoint.body === 'object'))(
    'takes for $name the body of its accepted example, and not an empty one of another type',
    ({ endpoint }) => {
      const { path, method } = endpoint;
      const place = ['requestBody', 'content', 'application/json', 'schema'];
      const validate = validatorAt('paths', path, method.toLowerCase(), ...place);
      expect(validate(endpoint.examples[0]?.body)).toBe(true);
      expect(validate([])).toBe(false);
    },
  );

  it('declares which parameters and properties are required', () => {
    expect(schemaOf('NewUser').required).toEqual(['name', 'email', 'age']);
    expect(schemaOf('NewProduct').required).toEqual(['name', 'price', 'quantity']);
    expect(schemaOf('EmailToCheck').required).toEqual(['email']);
    const query = document.paths['/search/'].get.parameters.map(
      (each: Record<string, unknown>) => each.required,
    );
    expect(query).toEqual([true, false, false]);
  });

  it.each(rows)('shows every example of $name with its real reply', ({ endpoint }) => {
    if (mediaTypeOf(usualSuccess(endpoint)) !== 'application/json') return;
    for (const example of endpoint.examples) {
      const { status, body } = inject(app, requestOf(endpoint, example));
      const shown =
        operationOf(endpoint).responses[status].content['application/json'].examples[slug(example.title)];
      expect(shown).toEqual({ summary: example.title, value: JSON.parse(body) });
    }
  });

  it.each(rows)(
    'declares for $name every status that its examples get, and no 2xx but its own',
    ({ endpoint }) => {
      const declared = Object.keys(operationOf(endpoint).responses);
      for (const { status } of endpoint.examples) expect(declared).toContain(String(status));
      expect(declared.filter((status) => status.startsWith('2'))).toEqual([
        String(usualSuccess(endpoint).status),
      ]);
      expect(declared).toContain('default');
    },
  );

  it.each([
    ['createUser', ['201', '400', '413', '415', '422']],
    ['listUsers', ['200', '400', '413', '422']],
    ['getProtected', ['200', '401', '413']],
    ['getRoot', ['200', '413']],
    ['getDocs', ['200', '413']],
    ['createProduct', ['201', '400', '413', '415', '422']],
    ['confirmEmail', ['200', '400', '413', '415', '422']],
    ['normalizeEmail', ['200', '400', '413', '415', '422']],
    ['checkUserEmail', ['200', '400', '413', '415', '422']],
    ['checkPrice', ['200', '400', '413', '415', '422']],
    ['search', ['200', '413', '422']],
    ['listProducts', ['200', '400', '413']],
    ['getItem', ['200', '400', '413']],
    ['getData', ['200', '401', '413']],
    ['receiveWebhook', ['200', '401', '413']],
  ] as const)('declares for %s only the statuses %j', (name, statuses) => {
    expect(Object.keys(operationOf(all[name]).responses)).toEqual([...statuses, 'default']);
  });

  it.each(['/protected/', '/api/data'])('declares the challenge of GET %s', (path) => {
    expect(document.paths[path].get.responses[401].headers).toHaveProperty('WWW-Authenticate');
  });

  it.each([
    ['/users', 'post'],
    ['/products', 'post'],
    ['/validate', 'post'],
  ])('tells the two 422s of POST %s apart', (path, method) => {
    const { schema } = document.paths[path][method].responses[422].content['application/json'];
    expect(schema.oneOf).toHaveLength(2);
    expect(schema.oneOf[0].properties.detail).toMatchObject({ type: 'array', minItems: 1 });
    expect(JSON.stringify(schema.oneOf[1])).not.toContain('ValidationError');
  });

  it.each([
    ['/protected/', { type: 'http', scheme: 'bearer' }],
    ['/api/data', { type: 'apiKey', in: 'header', name: 'X-API-Key' }],
    ['/webhook', { type: 'apiKey', in: 'header', name: 'X-Webhook-Signature' }],
  ])('has a security scheme for %s', (path, scheme) => {
    const [operation] = Object.values(document.paths[path]) as { security: Record<string, never[]>[] }[];
    const [name] = Object.keys(operation?.security[0] ?? {});
    expect(document.components.securitySchemes[name ?? '']).toMatchObject(scheme);
  });

  it('has a short summary and a description for every endpoint and every tag', () => {
    const operations = rows.map(({ endpoint }) => operationOf(endpoint));
    expect(operations.filter(({ summary, description }) => summary.length > 40 || !description)).toEqual([]);
    expect(operations.filter(({ summary }) => summary.endsWith('.'))).toEqual([]);
    expect(document.tags.filter(({ description }: Record<string, string>) => !description)).toEqual([]);
    expect(document.info).toMatchObject({ license: { identifier: 'MIT' }, contact: {} });
  });

  it('has schemas with names, which its endpoints refer to', () => {
    const { requestBody, responses } = document.paths['/users/'].post;
    expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/NewUser' });
    expect(responses[201].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/User' });
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Product', 'ValidationError', 'ErrorMessage']),
    );
  });

  it('tells clients to send numbers as numbers', () => {
    const { age } = schemaOf('NewUser').properties;
    expect(age).toEqual({ type: 'integer', minimum: 0, maximum: 120 });
    const [page] = document.paths['/search/'].get.parameters.slice(-1);
    expect(page.schema).toMatchObject({ type: 'integer', minimum: 1, default: 1 });
  });

  it('declares the entries of a 422', () => {
    const { type, loc } = schemaOf('ValidationError').properties;
    expect(loc.items).toEqual({ anyOf: [{ type: 'string' }, { type: 'integer' }] });
    expect(type.enum).toEqual(expect.arrayContaining(['missing', 'value_error', 'int_parsing', 'dict_type']));
  });

  it.each([
    ['createUser', ['dict_type', 'missing', 'more_errors', 'string_type', 'value_error']],
    [
      'listUsers',
      ['greater_than_equal', 'int_parsing', 'int_parsing_size', 'less_than_equal', 'more_errors'],
    ],
    ['search', ['greater_than_equal', 'int_parsing', 'int_parsing_size', 'missing', 'more_errors']],
    ['confirmEmail', ['dict_type', 'missing', 'more_errors']],
  ] as const)('lists the types of entries that %s gives', (name, types) => {
    const { schema } = operationOf(all[name]).responses[422].content['application/json'];
    expect(JSON.stringify(schema)).toContain(`"enum":${JSON.stringify(types)}`);
  });

  it('has no servers, so that clients use its own address', () => {
    expect(document.servers).toBeUndefined();
  });

  it('declares endpoints without a credential', () => {
    expect(document.security).toEqual([]);
  });

  it.each(rows)('has only examples of $name that fit its schemas', ({ endpoint }) => {
    const { path, method } = endpoint;
    const { parameters, requestBody } = operationOf(endpoint);
    const place = ['paths', path, method.toLowerCase()];
    const given = [
      ...parameters.map((parameter: { examples?: object }, at: number) => ({
        ...parameter,
        steps: [...place, 'parameters', String(at), 'schema'],
      })),
      {
        ...requestBody?.content['application/json'],
        steps: [...place, 'requestBody', 'content', 'application/json', 'schema'],
      },
    ];
    const promised = given.flatMap(({ examples = {}, steps }) =>
      Object.values<{ value: unknown }>(examples).map(({ value }) => ({ value, steps })),
    );
    expect(promised.filter(({ value, steps }) => !validatorAt(...steps)(value))).toEqual([]);
  });

  it('keeps refused examples apart from accepted ones', () => {
    const content = document.paths['/users/'].post.requestBody.content['application/json'];
    expect(Object.keys(content.examples)).toEqual(['a-user']);
    expect(Object.values(content['x-more-examples'])).toContainEqual(
      expect.objectContaining({ summary: 'Three fields are wrong' }),
    );
    const [, limit] = document.paths['/users/'].get.parameters;
    expect(limit.examples).toMatchObject({ 'a-filtered-page': { value: 50 } });
    expect(limit['x-more-examples']).toMatchObject({ 'the-limit-is-out-of-range': { value: '101' } });
  });
});
