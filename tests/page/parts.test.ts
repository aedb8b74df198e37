import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { integer } from '../../src/fields/number.ts';
import { text } from '../../src/fields/text.ts';
import { hosting } from '../../src/http/hosting.ts';
import type { AppOptions } from '../../src/options.ts';
import { pageOf } from '../_page.ts';

/** The documentation of an app of which some parts are left out, or that says little. */

const contract = {
  title: 'Lamps',
  version: '1',
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/lamps',
      summary: 'Lists lamps.',
      query: { page: integer({ min: 1 }) },
      reply: { status: 204 },
      refusals: { 409: text() },
    }),
    add: endpoint({
      method: 'POST',
      path: '/lamps',
      summary: 'Adds a lamp.',
      body: 'bytes',
      reply: { status: 204 },
    }),
  },
} as const;

const appWith = (routes: AppOptions['routes'] = {}) =>
  createApp(contract, { list: () => undefined, add: () => undefined }, { routes });
const show = (target: string, routes: AppOptions['routes']) =>
  pageOf(appWith(routes)[hosting].build(), target);

describe('without the cases, the errors and the document', () => {
  const routes = { cases: false, errors: false, openapi: false } as const;

  it('the page is a reference', async () => {
    const { status, body } = await show('/docs', routes);
    expect(status).toBe(200);
    expect(body).toContain('id="list/"');
    expect(body).not.toMatch(/<script|openapi\.json|docs\/errors/);
  });

  it.each(['/docs/errors', '/docs/cases.json', '/openapi.json'])('there is no %s', async (target) => {
    expect((await show(target, routes)).status).toBe(404);
  });

  it('nothing else can be asked for', () => {
    expect(appWith(routes)[hosting].documentTargets).toEqual(['/docs']);
  });
});

it('without the page the errors lead nowhere', async () => {
  const { status, body } = await show('/docs/errors', { docs: false });
  expect(status).toBe(200);
  expect(body).toContain('is &quot;1.5&quot;: must be an integer');
  expect(body).not.toMatch(/href="[^"]*docs#/);
});

it('without any page there is the document', async () => {
  const routes = { docs: false, errors: false } as const;
  const targets = ['/openapi.json', '/openapi-3.0.json', '/docs/cases.json'];
  expect(appWith(routes)[hosting].documentTargets).toEqual(targets);
  expect((await show('/openapi.json', routes)).status).toBe(200);
});

describe('an endpoint', () => {
  it('may be refused with a status that nobody has explained', async () => {
    const { body } = await show('/docs', {});
    expect(body).toMatch(/409<\/b> Conflict/);
  });
});

it.each([
  ['list', 'Open an error to see a command line'],
  ['nothing', 'There is no such operation'],
])('the page of the endpoint %s says %j', async (name, text) => {
  const { body } = await show(`/docs?operation=${name}`, {});
  expect(body).toContain(text);
});
