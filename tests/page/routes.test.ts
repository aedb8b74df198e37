import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { prepareText } from '../../src/http/document.ts';
import { documentsOf, withDocuments } from '../../src/prepared-docs.ts';

/** How pages are found: made beforehand, or made on the first request. */

const contract = {
  title: 'Lamps',
  version: '1',
  endpoints: {
    list: endpoint({ method: 'GET', path: '/lamps', summary: 'Lists lamps.', reply: { status: 204 } }),
  },
} as const;
const handlers = { list: () => undefined };
const app = createApp(contract, handlers);

it.each([
  '/docs',
  '/docs?any=thing',
  '/docs?operation=list',
  '/docs?view=search',
  '/docs?view=models',
  '/docs/cases.json?operation=list',
  '/docs/cases.json?any=thing',
  '/openapi.json',
])('%s is the same whether or not pages were made beforehand', async (target) => {
  const both = [app, withDocuments(app, await documentsOf(app))].map(async ({ fetch }) => {
    const response = await fetch(new Request(`http://localhost${target}`));
    const { status, headers } = response;
    const policy = headers.get('content-security-policy');
    return { status, type: headers.get('content-type'), policy, text: await response.text() };
  });
  const [late, prepared] = await Promise.all(both);
  expect(late?.status).toBe(200);
  expect(prepared).toEqual(late);
});

it('a page made beforehand is served as it was made', async () => {
  const text = '{"of":"before"}';
  const page = await prepareText(text, 'application/json');
  const other = withDocuments(app, { ...(await documentsOf(app)), '/openapi.json': page });
  const response = await other.fetch(new Request('http://localhost/openapi.json'));
  expect(await response.text()).toBe(text);
});

it('a page that cannot be made is a bug, and a later one is made all the same', async () => {
  const bugs: string[] = [];
  // A document of JSON has no such number.
  const document = { paths: {}, info: { version: 1n } };
  const loadServed = () => import('../../src/openapi/served.ts');
  const broken = createApp({ ...contract, document, loadServed }, handlers, {
    onBug: (bug) => bugs.push(String(bug)),
  });
  const statusOf = async (target: string) =>
    (await broken.fetch(new Request(`http://localhost${target}`))).status;
  expect(await statusOf('/openapi.json')).toBe(500);
  expect(bugs).toEqual([expect.stringMatching(/BigInt/)]);
  expect(await statusOf('/docs')).toBe(200);
});

it('the first page may be asked for compressed', async () => {
  const headers = { 'Accept-Encoding': 'gzip' };
  const response = await createApp(contract, handlers).fetch(
    new Request('http://localhost/docs', { headers }),
  );
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(gunzipSync(bytes).toString()).toContain('Lists lamps.');
});
