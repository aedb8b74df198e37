import type { App } from './app.ts';
import type { Contract } from './contract/endpoint.ts';
import { createFetch } from './hosts/fetch.ts';
import { type PreparedText, prepareText } from './http/document.ts';
import { type Documents, hosting } from './http/hosting.ts';
import { once } from './text/memo.ts';
import { checkNoMore } from './text/options.ts';

/**
 * Renders the documentation of an app ahead of time, for `withDocuments` on hosts that limit the CPU time of a request.
 *
 * @example
 * const documents = await documentsOf(practice);
 * Object.keys(documents).includes('/openapi.json') // true
 */
export async function documentsOf(app: Pick<App, 'fetch' | typeof hosting>): Promise<Documents> {
  checkNoMore('documentsOf()', arguments, 1);
  const { basePath, documentTargets } = app[hosting];
  const made = documentTargets.map(async (target): Promise<[string, PreparedText]> => {
    const response = await app.fetch(new Request(`http://localhost${basePath}${target}`));
    const mediaType = String(response.headers.get('content-type'));
    return [target, await prepareText(await response.text(), mediaType)];
  });
  return Object.fromEntries(await Promise.all(made));
}

/**
 * Returns an app whose `fetch` serves documentation that was rendered earlier, such as at build time.
 *
 * @example
 * const app = withDocuments(practice, await documentsOf(practice));
 * (await app.fetch(new Request('http://localhost/openapi.json'))).status // 200
 */
export function withDocuments<C extends Contract>(app: App<C>, documents: Documents): App<C> {
  checkNoMore('withDocuments()', arguments, 2);
  const fetchHandler = once(() => createFetch(app[hosting].build({ documents })));
  return { ...app, fetch: (request, info) => fetchHandler()(request, info) };
}
