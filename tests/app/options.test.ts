import { describe, expect, it, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import type { AppOptions, RoutePaths } from '../../src/options.ts';

/** The options of an app. */

let calls = 0;
const postLamp = endpoint({
  method: 'POST',
  path: '/lamps',
  summary: 'Add a lamp',
  body: object({ watts: integer({ min: 1, max: 100 }) }),
  reply: { status: 201, body: object({ watts: integer() }) },
  examples: [
    { title: 'A lamp', body: { watts: 40 }, status: 201 },
    { title: 'A dark lamp', body: { watts: 0 }, status: 422 },
  ],
});
const create = (options?: AppOptions) =>
  createApp(
    { title: 'Lamps', version: '2.1.0', endpoints: { postLamp } },
    {
      postLamp: ({ body }) => {
        calls++;
        return body;
      },
    },
    options,
  );
const get = async (options: AppOptions | undefined, path: string) =>
  create(options).fetch(new Request(`http://lamps.test${path}`));
const operationOf = async (options?: AppOptions) =>
  JSON.parse(await (await get(options, '/openapi.json')).text()).paths['/lamps'].post;
const post = async (options: AppOptions, body: string) => {
  const request = new Request('http://lamps.test/lamps', {
    method: 'POST',
    body: new TextEncoder().encode(body),
  });
  return (await create(options).fetch(request)).text();
};

describe('the built-in routes', () => {
  it.each(['/docs', '/docs/errors', '/openapi.json', '/livez', '/readyz'])('answer %s', async (path) => {
    expect((await get(undefined, path)).status).toBe(200);
  });

  it.each<[Partial<RoutePaths>, there: string, gone: string]>([
    [{ docs: '/reference' }, '/reference', '/docs'],
    [{ errors: '/errors' }, '/errors', '/docs/errors'],
    [{ openapi: '/v2/openapi.json' }, '/v2/openapi.json', '/openapi.json'],
    [{ livez: '/healthz' }, '/healthz', '/livez'],
    [{ readyz: false }, '/livez', '/readyz'],
    [{ livez: false }, '/readyz', '/livez'],
    [{ docs: false }, '/openapi.json', '/docs'],
  ])('can be moved or switched off: %j', async (routes, there, gone) => {
    expect((await get({ routes }, there)).status).toBe(200);
    expect((await get({ routes }, gone)).status).toBe(404);
  });

  it('show the title of the contract, and never “Assay”', async () => {
    for (const path of ['/docs', '/docs/errors', '/openapi.json']) {
      const text = await (await get(undefined, path)).text();
      expect(text).toContain('Lamps');
      expect(text).not.toMatch(/assay\b(?!-)/i);
    }
  });

  it('call no handler for the document, unless liveExamples is set', async () => {
    calls = 0;
    const { responses } = await operationOf();
    expect(responses[201].content['application/json']).not.toHaveProperty('examples');
    expect(responses[422].content['application/json'].examples['a-dark-lamp'].value.detail).toHaveLength(1);
    expect(calls).toBe(0);
    const { examples } = (await operationOf({ liveExamples: true })).responses[201].content[
      'application/json'
    ];
    expect(examples['a-lamp'].value).toEqual({ watts: 40 });
    expect(calls).toBe(1);
  });
});

describe('the messages of a 422', () => {
  it('are plain by default', async () => {
    expect(await post({}, '{"watts":0}')).toBe(
      '{"detail":[{"type":"greater_than_equal","loc":["body","watts"],"msg":"Watts: must be between 1 and 100","input":0}]}',
    );
  });

  it('are those of pydantic if errors is “pydantic”', async () => {
    expect(await post({ errors: 'pydantic' }, '{"watts":0}')).toBe(
      '{"detail":[{"type":"greater_than_equal","loc":["body","watts"],"msg":"Input should be greater than or equal to 1","input":0,"ctx":{"ge":1}}]}',
    );
    expect(await post({ errors: 'pydantic' }, '{}')).toBe(
      '{"detail":[{"type":"missing","loc":["body","watts"],"msg":"Field required","input":{}}]}',
    );
  });
});

it('a bug is printed where no onBug is given', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = createApp(
    { title: 'Lamps', version: '1', endpoints: { postLamp } },
    { postLamp: () => expect.fail('a bug') },
  );
  const request = new Request('http://lamps.test/lamps', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'one' },
    body: '{"watts":40}',
  });
  expect((await broken.fetch(request)).status).toBe(500);
  expect(print).toHaveBeenCalledExactlyOnceWith('Request one to postLamp has met a bug:', expect.any(Error));
  print.mockRestore();
});
