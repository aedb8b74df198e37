import { type RefusalLookup, refusalLookup } from './cases/refusals.ts';
import type { Subject } from './cases/subject.ts';
import { checkContract } from './contract/check.ts';
import type { AnyHandler, Contract, Handlers, NothingElse, Without } from './contract/endpoint.ts';
import type { LogLevel } from './contract/outcome.ts';
import { createFetch } from './hosts/fetch.ts';
import { type CoreOptions, createCore, liveness, type OnBug, readiness } from './http/core.ts';
import { webCompression } from './http/document.ts';
import { type ErrorFormat, entriesFormat, ownFormat, problemFormat } from './http/error-format.ts';
import type { DeclaredReplies, DeclaredReply } from './http/faults.ts';
import {
  type DryRun,
  type HostedPaths,
  type Hosting,
  type HostOptions,
  hosting,
  type ListenSettings,
} from './http/hosting.ts';
import { type LimitsToSet, limitsOf, withDefaults } from './http/limits.ts';
import { checkRoutes } from './http/routing/router.ts';
import type { AppCore, Listening, NodeListener, Route, RouteKey } from './http/types.ts';
import { plainWords, pydanticWords } from './http/validation-error.ts';
import { dryApp, liveInject } from './inject.ts';
import { type AppOptions, checkAppOptions, pathsOf, type RoutePaths } from './options.ts';
import { type DocsOptions, documentTargets } from './page/addresses.ts';
import { docsRoutes } from './page/routes.ts';
import { once } from './text/memo.ts';
import { checkNoMore } from './text/options.ts';

/** A service, to be started or mounted in another program. */
export interface App<C extends Contract = Contract> {
  readonly contract: C;
  /** Answers a request. Runtimes pass more, by which the client's address is found. */
  readonly fetch: (request: Request, info?: unknown) => Promise<Response>;
  /** Answers a request of `node:http`, `node:https`, `node:http2` or a framework built on them. */
  readonly listener: NodeListener;
  /** Listens on Node, with settings as those of the command; by default on a free port of 127.0.0.1. */
  readonly listen: (settings?: ListenSettings) => Promise<Listening>;
  /** The internal interface for hosts; programs that use the app don't need it. */
  readonly [hosting]: Hosting;
}

/**
 * Creates an app from a contract and a handler for each of its endpoints.
 *
 * @example
 * const getLamp = endpoint({
 *   method: 'GET',
 *   path: '/lamps/{id}',
 *   summary: 'Get a lamp',
 *   params: { id: integer() },
 *   reply: { status: 200, body: object({ id: integer() }) },
 *   refusals: { 404: text() },
 * });
 * const contract = { title: 'Lamps', version: '1.0.0', endpoints: { getLamp } };
 * const app = createApp(contract, { getLamp: ({ params }) => params });
 * (await app.fetch(new Request('http://localhost/lamps/7'))).status // 200
 */
export function createApp<const C extends Contract>(
  contract: C & OnlyKnown<C>,
  handlers: Handlers<C['endpoints']>,
  options: AppOptions = {},
): App<C> {
  checkAppOptions('createApp()', options);
  checkNoMore('createApp()', arguments, 3);
  checkParts(contract, handlers, options, 'people');
  return assemble(contract, handlers, options);
}

/** Refuses properties that a contract doesn't have. */
type OnlyKnown<C extends Contract> = Without<Exclude<keyof C, keyof Contract>> & {
  readonly endpoints: { readonly [Name in keyof C['endpoints']]: NothingElse<C['endpoints'][Name]> };
};

/** Throws an error with a one-sentence message if an app can't be made of these parts. */
export function checkParts(
  contract: Contract,
  handlers: Readonly<Record<string, AnyHandler>>,
  options: AppOptions,
  source: 'people' | 'document',
): void {
  checkContract(contract, handlers, source);
  checkPaths(contract, options);
}

/** Makes an app of parts that have no mistakes. */
export function assemble<C extends Contract>(
  contract: C,
  handlers: Readonly<Record<string, AnyHandler>>,
  options: AppOptions,
  { errors = formatOf(options.errors), ...ofDocument }: OfDocument = {},
): App<C> {
  const { title, version } = contract;
  const parts: AppParts = { contract, handlers, options, ...ofDocument, errors };
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
    otherBasePaths: parts.otherBasePaths ?? [],
    start: async () => options.start?.(),
    ready: async () => options.ready?.(),
    stop: async () => options.stop?.(),
    ...(parts.checkExamples && { checkExamples: parts.checkExamples }),
    dryRun: (host) => dryRun(parts, host),
    build: (host) => buildCore(parts, host),
  };
  // Made on first use: most apps are served by a host that builds a core with its own options.
  const fetchHandler = once(() => createFetch(hosted.build()));
  const listener = once(async () => (await import('#node')).createAppListener(hosted));
  return {
    contract,
    fetch: (request, info) => fetchHandler()(request, info),
    listener: (request, response) => void listener().then((answer) => answer(request, response)),
    async listen(settings) {
      checkNoMore('listen()', arguments, 1);
      return (await import('#node')).listenOnNode(hosted, settings);
    },
    [hosting]: hosted,
  };
}

function fullPaths({ docs, openapi, openapi30, livez, readyz }: RoutePaths, basePath = ''): HostedPaths {
  const full = (path: string | false) => (path === false ? undefined : basePath + path);
  return {
    docs: full(docs),
    openapi: full(openapi),
    openapi30: full(openapi30),
    livez: full(livez),
    readyz: full(readyz),
  };
}

/** The parts of an app that only a document has. */
interface OfDocument {
  /** Finds further replies that the endpoints declare. */
  readonly declared?: (operation: string, ...asked: Parameters<DeclaredReply>) => ReturnType<DeclaredReply>;
  /** Routes beside the endpoints. */
  readonly routes?: readonly Route[];
  /** True if requests may prefer those, without faults. */
  readonly mayPrefer?: boolean;
  /** Returns the delay of the next reply of an endpoint, in seconds. */
  readonly delay?: (() => number) | undefined;
  readonly checkExamples?: Hosting['checkExamples'];
  /** Yields further requests for the test cases. */
  readonly further?: Subject['further'];
  /** Makes routes that answer invalid requests; without it, those are refused. */
  readonly lenient?: CoreOptions['lenient'];
  /** Answers the first request for a route, which takes long to compile. */
  readonly answerLate?: CoreOptions['answerLate'];
  readonly readAhead?: CoreOptions['readAhead'];
  readonly keepRoute?: CoreOptions['keepRoute'];
  /** Prefixes that a path may also have. */
  readonly otherBasePaths?: readonly string[];
  readonly errors?: ErrorFormat;
}

interface AppParts extends OfDocument {
  readonly contract: Contract;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly options: AppOptions;
  readonly errors: ErrorFormat;
}

/** Returns the format that an app chooses by name, or makes one of its own. */
function formatOf(errors: AppOptions['errors'] = 'plain'): ErrorFormat {
  return typeof errors === 'object' ? ownFormat(errors) : formats[errors];
}

const formats = {
  plain: entriesFormat(plainWords),
  pydantic: entriesFormat(pydanticWords),
  problem: problemFormat,
} as const satisfies Record<string, ErrorFormat>;

/** Builds the core of an app: its endpoints and the other routes, such as documentation and health. */
function buildCore(parts: AppParts, host: HostOptions = {}): AppCore {
  const { contract, handlers, options } = parts;
  // Without the routes of a host, the paths were checked when the app was created.
  if (host.hostRoutes?.length) checkPaths(contract, options, host.hostRoutes);
  const shared = sharedOptions(parts, host);
  const limits = limitsOf(shared.limits);
  // Examples in the documentation are written without the base path.
  const shown = { ...shared, basePath: '' };
  const inject = options.liveExamples
    ? liveInject(contract, handlers, shown)
    : dryApp(contract, shown).inject;
  const listeners = [host.onBug, options.onBug].filter((each) => each !== undefined);
  const onBug: OnBug = (...told) => {
    for (const tell of listeners.length > 0 ? listeners : [printBug]) tell(...told);
  };
  const subject = once(() => ({
    contract,
    basePath: shared.basePath,
    further: parts.further,
    ...dryRun(parts, host),
  }));
  return createCore(contract, handlers, {
    ...parts,
    ...shared,
    cors: host.cors ?? options.cors,
    around: options.around,
    log: host.log ?? printLine,
    handlerTimeout: host.handlerTimeout ?? options.timeouts?.handlerTimeout,
    onBug,
    routes: routesBeside(contract, options, {
      ...host,
      hostRoutes: [...(host.hostRoutes ?? []), ...(parts.routes ?? [])],
      limits,
      inject,
      subject,
      onBug,
      errors: shared.errors,
    }),
    pureHandlers: options.liveExamples,
    faults: shared.faults,
    declared:
      shared.faults || parts.mayPrefer
        ? declaredBy(parts, shared.faults ? refusalLookup(subject, inject) : undefined)
        : undefined,
  });
}

/** Finds a reply that the document declares or, if faults are simulated, one that the app itself refuses with. */
function declaredBy({ declared }: AppParts, refusalOf: RefusalLookup | undefined): DeclaredReplies {
  return (operation, preferred, head) => {
    const { code, example } = preferred;
    const found = declared?.(operation, preferred, head, refusalOf !== undefined);
    return found ?? (code === undefined || example !== undefined ? undefined : refusalOf?.(operation, code));
  };
}

/** Throws an error if a route has a mistake or two of them conflict: those of the contract, of the options and of the host. */
function checkPaths(
  { endpoints }: Contract,
  options: AppOptions,
  hostRoutes: readonly RouteKey[] = [],
): void {
  const routes: RouteKey[] = [...hostRoutes];
  for (const [name, { method, path }] of Object.entries(endpoints)) routes.push({ method, path, name });
  for (const path of Object.values(pathsOf(options)))
    if (path !== false) routes.push({ method: 'GET', path });
  checkRoutes(routes);
}

/** The options that affect replies made before a handler is called. */
function sharedOptions({ options, errors, keepRoute }: AppParts, host: HostOptions) {
  const { limits = {}, values, basePath = '', faults } = options;
  return {
    limits: withDefaults<LimitsToSet>(limits, host.limits),
    errors,
    keepRoute,
    values,
    basePath,
    errorsPath: pathsOf(options).errors,
    faults: host.faults ?? faults ?? false,
  };
}

/** The parts of an app for requests that never reach its handlers. */
function dryRun(parts: AppParts, host: HostOptions = {}): DryRun {
  const shared = sharedOptions(parts, host);
  return {
    limits: limitsOf(shared.limits),
    ...dryApp(parts.contract, { ...shared, otherBasePaths: parts.otherBasePaths }),
    ahead: shared.errors.ahead,
    hasFaults: shared.faults,
  };
}

/** Prints a line that a handler logs, where there is no other log. */
function printLine(level: LogLevel, fields: Readonly<Record<string, unknown>>, msg: string): void {
  console.error(JSON.stringify({ level, time: Date.now(), ...fields, msg }));
}

function printBug(bug: unknown, requestId: string, endpoint = 'no endpoint'): void {
  console.error(`Request ${requestId} to ${endpoint} has met a bug:`, bug);
}

type Surroundings = HostOptions & Pick<DocsOptions, 'limits' | 'inject' | 'subject' | 'onBug' | 'errors'>;

function routesBeside(
  contract: Contract,
  options: AppOptions,
  {
    isReady = () => true,
    compression = webCompression,
    hostRoutes = [],
    probes = true,
    ...docs
  }: Surroundings,
): Route[] {
  const { basePath = '' } = options;
  const paths = pathsOf(options);
  return [
    ...(probes && paths.livez !== false ? [liveness(paths.livez)] : []),
    ...(probes && paths.readyz !== false ? [readiness(paths.readyz, isReady, options.ready)] : []),
    ...docsRoutes(contract, { ...docs, paths, basePath, compression }),
    ...hostRoutes,
  ];
}
