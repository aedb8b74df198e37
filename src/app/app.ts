import { checkContract } from '../contract/check.ts';
import type { Contract } from '../contract/endpoint.ts';
import type { AnyHandler, Handlers } from '../contract/handler.ts';
import { documentTargets } from '../docs/addresses.ts';
import { createFetch } from '../fetch/fetch.ts';
import type { DeclaredReplies } from '../http/faults/faults.ts';
import { type Hosting, hosting } from '../http/hosting.ts';
import type { NodeListener } from '../http/listener.ts';
import type { Address, Listening } from '../http/listening.ts';
import { once } from '../http/once.ts';
import { buildCore, checkPaths, dryRun } from './core.ts';
import { type AppOptions, checkOptions, pathsOf } from './options.ts';

/** A service, to be mounted in another program or to be started. */
export interface App<C extends Contract = Contract> {
  readonly contract: C;
  /** Answers a request. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers a request of `node:http`, `node:https` or `node:http2`, and of what is built on them. */
  readonly listener: NodeListener;
  /** Listens on Node: on a free port of 127.0.0.1, unless the address is another. */
  readonly listen: (address?: Partial<Address>) => Promise<Listening>;
  /** The app as hosts see it; not for programs that use it. */
  readonly [hosting]: Hosting;
}

/** Makes an app of a contract and of a handler for each of its endpoints. */
export function createApp<const C extends Contract>(
  contract: C,
  handlers: Handlers<C['endpoints']>,
  options: AppOptions = {},
): App<C> {
  return assemble(contract, handlers, options);
}

/** The same for handlers whose types are not known. */
export function assemble<C extends Contract>(
  contract: C,
  handlers: Readonly<Record<string, AnyHandler>>,
  options: AppOptions,
  declared?: DeclaredReplies,
): App<C> {
  checkOptions(options);
  checkContract(contract, handlers);
  const { title, version } = contract;
  const hosted: Hosting = {
    title,
    version,
    docsPath: options.routes?.docs === false ? undefined : (options.routes?.docs ?? '/docs'),
    documentTargets: documentTargets(contract, pathsOf(options)),
    timeouts: options.timeouts ?? {},
    contract,
    basePath: options.basePath ?? '',
    dryRun: (host) => dryRun(contract, options, host),
    build: (host) => buildCore({ contract, handlers, options, declared }, host),
  };
  checkPaths(contract, options);
  // Most apps are served by a host that builds the core in its own way.
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
