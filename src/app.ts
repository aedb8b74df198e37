import { buildCore, checkPaths, dryRun } from './app-core.ts';
import { checkContract } from './contract/check.ts';
import type { AnyHandler, Contract, Handlers } from './contract/endpoint.ts';
import { createFetch } from './hosts/fetch.ts';
import type { DeclaredReplies } from './http/faults.ts';
import { type HostedPaths, type Hosting, hosting } from './http/hosting.ts';
import type { Address, Listening, NodeListener } from './http/types.ts';
import { type AppOptions, checkOptions, pathsOf, type RoutePaths } from './options.ts';
import { documentTargets } from './page/addresses.ts';
import { once } from './text/memo.ts';

/** A service, to be started or mounted in another program. */
export interface App<C extends Contract = Contract> {
  readonly contract: C;
  /** Answers a request. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers a request of `node:http`, `node:https`, `node:http2` or a framework built on them. */
  readonly listener: NodeListener;
  /** Listens on Node; by default on a free port of 127.0.0.1. */
  readonly listen: (address?: Partial<Address>) => Promise<Listening>;
  /** The internal interface for hosts; programs that use the app don't need it. */
  readonly [hosting]: Hosting;
}

/** Creates an app from a contract and a handler for each of its endpoints. */
export function createApp<const C extends Contract>(
  contract: C,
  handlers: Handlers<C['endpoints']>,
  options: AppOptions = {},
): App<C> {
  checkParts(contract, handlers, options, 'people');
  return assemble(contract, handlers, options);
}

/** Throws an error with a one-sentence message if an app can't be made of these parts. */
export function checkParts(
  contract: Contract,
  handlers: Readonly<Record<string, AnyHandler>>,
  options: AppOptions,
  source: 'people' | 'document',
): void {
  checkOptions(options);
  checkContract(contract, handlers, source);
  checkPaths(contract, options);
}

/** Makes an app of parts that have no mistakes. */
export function assemble<C extends Contract>(
  contract: C,
  handlers: Readonly<Record<string, AnyHandler>>,
  options: AppOptions,
  declared?: DeclaredReplies,
): App<C> {
  const { title, version } = contract;
  const paths = pathsOf(options);
  const hosted: Hosting = {
    title,
    version,
    paths: fullPaths(paths, options.basePath),
    get documentTargets() {
      return documentTargets(contract, paths);
    },
    timeouts: options.timeouts ?? {},
    contract,
    basePath: options.basePath ?? '',
    dryRun: (host) => dryRun(contract, options, host),
    build: (host) => buildCore({ contract, handlers, options, declared }, host),
  };
  // Made on first use: most apps are served by a host that builds a core with its own options.
  const fetchHandler = once(() => createFetch(hosted.build()));
  const listener = once(async () => (await import('#node')).createAppListener(hosted));
  return {
    contract,
    fetch: (request) => fetchHandler()(request),
    listener: (request, response) => void listener().then((answer) => answer(request, response)),
    listen: async (address) => (await import('#node')).listenOnNode(hosted, address),
    [hosting]: hosted,
  };
}

function fullPaths({ docs, livez, readyz }: RoutePaths, basePath = ''): HostedPaths {
  const full = (path: string | false) => (path === false ? undefined : basePath + path);
  return { docs: full(docs), livez: full(livez), readyz: full(readyz) };
}
