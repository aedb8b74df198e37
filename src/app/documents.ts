import type { Contract } from '../contract/endpoint.ts';
import { createFetch } from '../fetch/fetch.ts';
import { type Documents, hosting } from '../http/hosting.ts';
import { type PreparedText, prepareText } from '../http/prepared.ts';
import type { Case } from '../refusals/case.ts';
import { ensure } from '../text/ensure.ts';
import { once } from '../text/once.ts';
import type { App } from './app.ts';

/** Renders the documentation of an app ahead of time, for `withDocuments` on hosts that limit the CPU time of a request. */
export async function documentsOf(app: Pick<App, 'fetch' | typeof hosting>): Promise<Documents> {
  const { basePath, documentTargets, refusalsPath } = app[hosting];
  const made = documentTargets.map(async (target): Promise<[string, PreparedText]> => {
    const response = await app.fetch(new Request(`http://localhost${basePath}${target}`));
    const mediaType = String(response.headers.get('content-type'));
    const text = await response.text();
    const prepared = await prepareText(text, mediaType);
    return [target, target === refusalsPath ? { ...prepared, statuses: statusesIn(text) } : prepared];
  });
  return Object.fromEntries(await Promise.all(made));
}

/** The statuses with which each operation refuses requests, in a list of refusals. Those of handlers have no body there. */
function statusesIn(list: string): Readonly<Record<string, readonly number[]>> {
  const cases: readonly Case[] = JSON.parse(list);
  const statuses = new Map<string, Set<number>>();
  for (const { operation, expected } of cases) {
    if (operation === undefined || expected.status < 400 || expected.body === undefined) continue;
    ensure(statuses, operation, () => new Set()).add(expected.status);
  }
  return Object.fromEntries(Array.from(statuses, ([operation, all]) => [operation, [...all]]));
}

/** Returns an app whose `fetch` serves documentation that was rendered earlier, such as at build time. */
export function withDocuments<C extends Contract>(app: App<C>, documents: Documents): App<C> {
  const fetchHandler = once(() => createFetch(app[hosting].build({ documents })));
  return { ...app, fetch: (request) => fetchHandler()(request) };
}
