import { expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { documentsOf, withDocuments } from '../../src/app/documents.ts';
import type { Contract } from '../../src/contract/endpoint.ts';
import { app as practice } from '../../src/practice/app.ts';
import { shop } from '../refusals/_apps.ts';

/** Documentation that was made before an app is served. */

const paths = ['/docs', '/docs/errors', '/openapi.json', '/openapi-3.0.json', '/docs/refusals.json'];

/** Answers with documentation that was made before as without. */
async function expectSame<C extends Contract>(app: App<C>, prefix: string): Promise<void> {
  const documents = await documentsOf(app);
  expect(Object.keys(documents)).toEqual(paths);
  const prepared = withDocuments(app, documents);
  for (const path of [...Object.keys(documents), '/docs/refusals.json?operation=nothing', '/livez']) {
    const ask = ({ fetch }: Pick<App, 'fetch'>) =>
      fetch(new Request(`http://a${prefix}${path}`, { headers: { 'X-Request-Id': 'mine' } }));
    await (await ask(app)).text();
    const [expected, given] = [await ask(app), await ask(prepared)];
    expect([...given.headers]).toEqual([...expected.headers]);
    expect(await given.text()).toBe(await expected.text());
  }
}

it('is the same as without, of the practice service', () => expectSame(practice, ''));

it('is the same as without, of an app with a prefix', () => expectSame(shop, '/api/v1'));

it('is what was given', async () => {
  const texts = Object.fromEntries(paths.map((path) => [path, `What is at ${path}`]));
  const { fetch } = withDocuments(practice, texts);
  for (const [path, text] of Object.entries(texts))
    expect(await (await fetch(new Request(`http://a${path}`))).text()).toBe(text);
  const some = await (await fetch(new Request('http://a/docs/refusals.json?operation=search'))).text();
  expect(JSON.parse(some).length).toBeGreaterThan(5);
});
