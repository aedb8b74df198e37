import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { requestOf } from '../../src/contract/example.ts';
import { usualSuccess } from '../../src/contract/success.ts';
import { contract, handlers } from '../../src/practice/app.ts';
import { slug } from '../../src/text/strings.ts';
import { byFetch } from '../_client.ts';
import { practiceEndpoints } from '../_practice.ts';

const rows = practiceEndpoints.map(([name, endpoint]) => ({ name, endpoint }));

describe('the contract', () => {
  it('has the fifteen endpoints', () => {
    const known = rows.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(known).toEqual(
      expect.arrayContaining([
        'POST /users/',
        'GET /users/',
        'GET /protected/',
        'GET /',
        'GET /docs',
        'POST /products/',
        'POST /validate/',
        'POST /validate',
        'POST /users',
        'POST /products',
        'GET /search/',
        'GET /products/',
        'GET /items/{item_id}',
        'GET /api/data',
        'POST /webhook',
      ]),
    );
  });

  it('has no mistakes, which are not looked for at a start', () => {
    expect(() => createApp(contract, handlers, { liveExamples: true })).not.toThrow();
  });

  it.each(rows)('has an accepted example first for $name', ({ endpoint }) => {
    expect(endpoint.examples[0]?.status).toBe(usualSuccess(endpoint).status);
  });

  it.each(rows)('has only word characters in the query names of $name', ({ endpoint }) => {
    for (const name of Object.keys(endpoint.query ?? {})) expect(name).toMatch(/^\w+$/);
  });

  it.each(rows)('has unique slugs for the examples of $name', ({ endpoint }) => {
    expect(new Set(endpoint.examples.map(({ title }) => slug(title))).size).toBe(endpoint.examples.length);
  });

  it.each(rows)('has an example of each refusal of $name', ({ endpoint }) => {
    const exemplified = new Set(endpoint.examples.map(({ status }) => status));
    for (const status of Object.keys(endpoint.refusals ?? {})) expect(exemplified).toContain(Number(status));
  });
});

byFetch((send) => {
  describe.each(rows)('$name', ({ endpoint }) => {
    it.each(endpoint.examples)('answers "$title" with $status', async (example) => {
      const { status } = await send(requestOf(endpoint, example));
      expect(status).toBe(example.status);
    });
  });
});
