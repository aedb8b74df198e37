import { createApp } from '../../src/app.ts';
import { createFetch } from '../../src/hosts/fetch.ts';
import { contract, handlers } from '../../src/practice/app.ts';
import { apps } from '../_apps.ts';

/** The server for runtimes that have `Request` and `Response`; all apps on one port. */

type Fetch = (request: Request) => Promise<Response>;

const practice = createFetch(apps.practice);
const byLabel = new Map(
  Object.entries(apps).map(([name, app]): [string, Fetch] => [name.toLowerCase(), createFetch(app)]),
);

/** Hands a request to the app that the first label of its host names. */
export const fetch: Fetch = (request) => {
  const [label = ''] = (request.headers.get('host') ?? '').split('.');
  return (byLabel.get(label.toLowerCase()) ?? practice)(request);
};

/** The practice service for a framework that leaves its prefix in the path. */
export const { fetch: fetchBelow } = createApp(contract, handlers, { liveExamples: true, basePath: '/base' });

export default { fetch };
