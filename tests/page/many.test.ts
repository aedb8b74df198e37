import { expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { hosting } from '../../src/http/hosting.ts';

/** The pages of an app with many endpoints, of which the last are kept. */

const row = (at: number) =>
  endpoint({
    method: 'POST',
    path: `/operations/${at}`,
    summary: 'An operation.',
    body: object({ count: integer({ min: 0 }) }),
    reply: { status: 204 },
  });
const names = Array.from({ length: 80 }, (_, at) => `operation${at}`);
const endpoints = Object.fromEntries(names.map((name, at) => [name, row(at)]));
const handlers = Object.fromEntries(names.map((name) => [name, () => undefined]));
const options = { basePath: '/api' };
const app = createApp({ title: 'Many', version: '1', endpoints }, handlers, options);

it.each(['/docs', '/docs/errors', '/docs?operation=operation7'])(
  '%s is the same for every host',
  async (target) => {
    const ask = async (host: string) => {
      const response = await app.fetch(new Request(`http://a/api${target}`, { headers: { Host: host } }));
      return [response.status, response.headers.get('etag'), await response.text()];
    };
    const [status, tag, text] = await ask('one.example');
    expect(status).toBe(200);
    expect(text).not.toContain('one.example');
    expect(await ask('two.example')).toEqual([status, tag, text]);
  },
);

it('the commands have a variable for the address of the service, and the base path', async () => {
  const text = await (await app.fetch(new Request('http://a/api/docs?operation=operation7'))).text();
  expect(text).toContain('curl &quot;$ORIGIN&quot;&#39;/api/operations/7&#39;');
  expect(text).toContain('ORIGIN=http://localhost:8000');
});

it('the page of an endpoint is made again where more pages are asked for than are kept', async () => {
  for (const round of [1, 2])
    for (const name of names) {
      const response = await app.fetch(new Request(`http://a/api/docs?operation=${name}`));
      expect([round, name, response.status, (await response.text()).includes(`${name}/`)]).toEqual([
        round,
        name,
        200,
        true,
      ]);
    }
});

it('only a few pages of endpoints are kept, as each may take megabytes', async () => {
  const template = vi.spyOn(String, 'raw');
  onTestFinished(() => template.mockRestore());
  const isMade = async (at: number) => {
    template.mockClear();
    await (await app.fetch(new Request(`http://a/api/docs?operation=operation${at}`))).text();
    return template.mock.calls.length > 0;
  };
  expect([await isMade(0), await isMade(0)]).toEqual([true, false]);
  for (let at = 1; at <= 5; at++) expect(await isMade(at)).toBe(true);
  expect(await isMade(0)).toBe(false);
  for (let at = 6; at <= 11; at++) expect(await isMade(at)).toBe(true);
  expect(await isMade(0)).toBe(true);
});

it('the page of an endpoint is among the documents to prepare', () => {
  expect(app[hosting].documentTargets).toContain('/docs?operation=operation7');
});
