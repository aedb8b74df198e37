import { createApp } from '../app.ts';
import type { HostedPaths, Hosting, HostOptions } from '../http/hosting.ts';
import { hosting } from '../http/hosting.ts';
import { linesOf, NOSNIFF } from '../http/reply.ts';
import { type AppCore, type Route, splitTarget } from '../http/types.ts';
import { html } from '../page/html.ts';
import { UsageError } from './settings.ts';

/** Several documents that are served together, each under its base path. */

const DOCS = '/docs';

/** Makes one app of several, which are told apart by their base paths. */
export function together(apps: readonly Hosting[]): Hosting {
  const title = apps.map((app) => app.title).join(' and ');
  const version = apps.map((app) => app.version).join(' and ');
  const routes = { docs: false, errors: false, openapi: false, cases: false } as const;
  const around = createApp({ title, version, endpoints: {} }, {}, { routes })[hosting];
  const paths: HostedPaths = { ...around.paths, docs: DOCS };
  return {
    ...around,
    ...{ title, version, paths, parts: apps },
    *checkExamples() {
      for (const { checkExamples } of apps) if (checkExamples) yield* checkExamples();
    },
    build: (host) => buildAll(apps, around, host),
  };
}

function buildAll(apps: readonly Hosting[], around: Hosting, host: HostOptions = {}): AppCore {
  const outer = around.build({ ...host, hostRoutes: [...(host.hostRoutes ?? []), indexRoute(apps)] });
  const inner = apps.map((app) => ({ app, core: app.build({ ...host, hostRoutes: [], probes: false }) }));

  /** Finds the app whose base path is the longest that fits. */
  function coreFor(target = ''): AppCore {
    const { path } = splitTarget(target);
    const [best] = inner
      .filter(({ app: { basePath } }) => path === basePath || path.startsWith(`${basePath}/`))
      .sort((one, other) => other.app.basePath.length - one.app.basePath.length);
    return best?.core ?? outer;
  }

  return {
    ...outer,
    receive: (head) => coreFor(head.target).receive(head),
    finish: (reply, known) => coreFor(known?.target).finish(reply, known),
    fail: (bug, id, known) => coreFor(known?.target).fail(bug, id, known),
    endpointOf: (head) => coreFor(head.target).endpointOf(head),
    routeOf: (target) => coreFor(target).routeOf(target),
  };
}

/** The page that leads to the documentation of each app. */
function indexRoute(apps: readonly Hosting[]): Route {
  const headers =
    linesOf('Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', "default-src 'none'") +
    NOSNIFF;
  return {
    method: 'GET',
    path: DOCS,
    answer() {
      const items = apps.map(
        ({ title, version, basePath, paths }) =>
          html`<li><a href="${(paths.docs ?? basePath).slice(1)}">${title} ${version}</a> ${basePath}</li>`,
      );
      const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>APIs</title>
</head>
<body>
<h1>APIs</h1>
<ul>
${items}
</ul>
</body>
</html>
`;
      return { kind: 'reply', status: 200, headers, body: page.markup };
    },
  };
}

/** A document, and the base path that it is served under. */
interface Placed {
  readonly path: string;
  readonly app: Hosting;
}

/** Refuses two documents with the same base path. */
export function clashOf(all: readonly Placed[]): UsageError | undefined {
  const known = new Map<string, string>();
  for (const { path, app } of all) {
    const other = known.get(app.basePath);
    if (other !== undefined)
      return new UsageError(
        `${other} and ${path} have the same base path ${app.basePath}; documents that are served together need different ones`,
      );
    known.set(app.basePath, path);
  }
  return undefined;
}
