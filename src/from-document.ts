import { type App, assemble, checkParts } from './app.ts';
import { robustDrafts } from './cases/robust.ts';
import type { Contract } from './contract/endpoint.ts';
import { readAhead } from './documents/ahead.ts';
import type { OnCallback } from './documents/callbacks.ts';
import { type DocumentValues, readContract } from './documents/contract.ts';
import type { DocumentErrors, ErrorCounts } from './documents/errors.ts';
import { routeKeeper } from './documents/kept.ts';
import { memoryRoutes } from './documents/memory/routes.ts';
import { type Data, dataIn, type Item, Memory } from './documents/memory/store.ts';
import { DocumentError, type Unsupported } from './documents/references.ts';
import { lateAnswers } from './http/late.ts';
import { type LenientOptions, lenientRoute, type Validation } from './http/lenient.ts';
import { type Limits, MOCK_BODY_LIMIT, withDefaults } from './http/limits.ts';
import { checkCors } from './http/negotiate.ts';
import { type AppOptions, appRules, defaultPaths, type RoutePaths } from './options.ts';
import {
  aFlag,
  aFunction,
  aString,
  checkNoMore,
  checkOptions,
  choice,
  either,
  type Rules,
  rule,
} from './text/options.ts';

/** The options of an app made from an OpenAPI document, in addition to those of every app. */
export interface DocumentOptions extends Omit<AppOptions, 'values' | 'errors'> {
  /**
   * The prefix of every path, such as `/api`; `servers` for the base path of the document's first server that has one. By default,
   * a path may have the base path of any server, or none.
   */
  readonly basePath?: string;
  /**
   * How values are read: exactly as the document says (`schema`), as FastAPI reads them, or as the fields of Assay do (`strict`).
   * By default (`auto`), as FastAPI does if it wrote the document, and otherwise exactly.
   */
  readonly values?: DocumentValues;
  /**
   * How errors are written: as each operation declares (`document`), in FastAPI's format, as problem details, or as an option of
   * every app. By default (`auto`) as declared, unless that is FastAPI's format.
   */
  readonly errors?: DocumentErrors | AppOptions['errors'];
  /** The address of the document, the base of its references. Without it, the document can refer only to itself. */
  readonly address?: string;
  /** The other files that the document refers to, by address. */
  readonly files?: ReadonlyMap<string, unknown>;
  /** Throws an error if anything can't be served exactly as the document says. */
  readonly failOnUnsupported?: boolean;
  /** Lets requests choose among the declared replies, with `Prefer: code=404, example=few` or `?__code=404`; true by default. */
  readonly prefer?: boolean;
  /**
   * The operations to serve, by name or by method and path, and those to leave out; `*` stands for anything: `listLamps`,
   * `GET /lamps*`.
   */
  readonly only?: string | readonly string[];
  readonly skip?: string | readonly string[];
  /**
   * Makes the operations on collections remember items: what is posted is found, changed and deleted. It begins with the examples of
   * the document, or with the items given by path: `{ '/lamps': [{ id: 1 }] }`.
   */
  readonly remember?: boolean | Readonly<Record<string, readonly Item[]>>;
  /** Called after each change of what is remembered, which `toJSON()` then returns in the form of `remember`. */
  readonly onRemember?: (memory: { toJSON(): Readonly<Record<string, readonly Item[]>> }) => void;
  /** Called after a reply with each callback that its operation declares, if the request names an address. */
  readonly onCallback?: OnCallback;
  /**
   * What becomes of an invalid request: it is refused (`on`, the default), answered like a valid one with a line in the log and the
   * header `Validation-Errors` (`warn`), or answered without a word (`off`).
   */
  readonly validate?: Validation;
  /** Delays every reply of an operation by so many milliseconds, or by something between two such numbers; at most 30,000. */
  readonly delay?: number | readonly number[];
  /** Called when something in the document turns out to be wrong, such as an example that does not fit its schema. */
  readonly onNotice?: (notice: Unsupported) => void;
}

const names = rule('a string or a list of strings', (value): value is string | readonly string[] =>
  [value].flat().every((each) => typeof each === 'string'),
);

/** The base path that stands for that of a server. */
const OF_SERVERS = 'servers';

const documentRules: Rules<DocumentOptions> = {
  ...appRules,
  basePath: either(choice(OF_SERVERS), appRules.basePath),
  values: choice('auto', 'schema', 'fastapi', 'strict'),
  errors: either(choice('auto', 'document', 'fastapi'), appRules.errors),
  address: aString,
  files: rule(
    'a Map of documents by address',
    (value): value is Map<string, unknown> => value instanceof Map,
  ),
  failOnUnsupported: aFlag,
  prefer: aFlag,
  only: names,
  skip: names,
  remember: rule(
    'true, false, or lists of objects by path',
    (value): value is boolean | Readonly<Record<string, readonly Item[]>> =>
      typeof value === 'boolean' || dataIn(value) !== undefined,
  ),
  validate: choice('on', 'warn', 'off'),
  delay: rule(
    'a number of milliseconds up to 30000, or a list of the least and the most',
    (value): value is number | readonly number[] =>
      isDelay(value) || (Array.isArray(value) && isRange(value)),
  ),
  onRemember: aFunction,
  onCallback: aFunction,
  onNotice: aFunction,
};

/** An app made from a document. */
export interface DocumentApp extends App<Contract> {
  /** The places where the app deviates from the document. */
  readonly unsupported: readonly Unsupported[];
  /** How values are read. */
  readonly values: Exclude<DocumentValues, 'auto'>;
  /** How many operations answer an invalid request in which format. */
  readonly errors: ErrorCounts;
}

/**
 * Creates an app from an OpenAPI document. It validates requests, and answers valid ones with the example, the default or a
 * sample of the declared success. Throws an error with a one-sentence message if the document can't be served.
 *
 * @example
 * const app = fromDocument({
 *   openapi: '3.1.0',
 *   info: { title: 'Lamps', version: '1' },
 *   paths: { '/lamps': { get: { responses: { 200: { description: 'All lamps' } } } } },
 * });
 * (await app.fetch(new Request('http://localhost/lamps'))).status // 200
 */
export function fromDocument(document: unknown, options: DocumentOptions = {}): DocumentApp {
  checkOptions('fromDocument()', options, documentRules);
  checkNoMore('fromDocument()', arguments, 2);
  checkCors('fromDocument()', options.cors);
  const {
    address = 'document:',
    files,
    failOnUnsupported = false,
    prefer = true,
    only,
    skip,
    remember = false,
    onRemember,
    onCallback,
    validate = 'on',
    delay,
    onNotice,
    ...given
  } = options;
  const { values: wanted = 'auto', errors: wantedErrors = 'auto', ...own } = given;
  const ofDocument = documentErrors.find((each) => each === wantedErrors);
  const byAddress = new Map([...(files ?? []), [address, document]]);
  const memory = remember === false ? undefined : new Memory(dataOf(remember), onRemember);
  const read = readContract({ root: address, byAddress }, wanted, {
    onNotice,
    errors: ofDocument,
    choice: { only, skip },
    memory,
    onCallback,
  });
  const { contract, handlers, unsupported, declared, values, basePaths } = read;
  const [first] = unsupported;
  if (failOnUnsupported && first) throw new DocumentError(`${first.place} ${first.what}`);
  const routes = { ...freePaths(contract), ...given.routes };
  const limits = withDefaults<Partial<Limits>>({ body: MOCK_BODY_LIMIT }, given.limits);
  const basePath = own.basePath === OF_SERVERS ? basePaths[0] : own.basePath;
  if (own.basePath === OF_SERVERS && basePath === undefined) throw new DocumentError(NO_BASE_PATH);
  const appOptions = {
    ...own,
    ...(basePath !== undefined && { basePath }),
    values: values === 'schema' ? 'strict' : values,
    ...(isOfApp(wantedErrors) && { errors: wantedErrors }),
    routes,
    limits,
  } as const;
  checkParts(contract, handlers, appOptions, 'document');
  const otherBasePaths = given.basePath ? [] : basePaths;
  const format = ofDocument && read.errors.format;
  const beside = memory ? memoryRoutes(memory) : [];
  const parts = {
    declared,
    otherBasePaths,
    mayPrefer: prefer,
    routes: beside,
    checkExamples: read.checkExamples,
    further: robustDrafts,
    answerLate: lateAnswers(read.prepare),
    readAhead,
    keepRoute: routeKeeper(),
    ...(validate !== 'on' && {
      lenient: (route: LenientOptions) => lenientRoute(route, validate === 'warn'),
    }),
    ...(delay !== undefined && { delay: delayWithin(delay) }),
    ...(format && { errors: format }),
  };
  return {
    ...assemble(contract, handlers, appOptions, parts),
    unsupported,
    values,
    errors: ofDocument ? read.errors.counts : noCounts,
  };
}

const NO_BASE_PATH =
  'none of its servers has a base path, such as https://example.com/v1, by which it could be told from others';

/** The longest delay, in milliseconds: that of `Prefer: delay=30`. */
const MAX_DELAY = 30_000;

function isDelay(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_DELAY;
}

function isRange([least, most, ...others]: readonly unknown[]): boolean {
  return isDelay(least) && isDelay(most) && least <= most && others.length === 0;
}

/** Makes the function that draws a delay, in seconds. */
function delayWithin(delay: number | readonly number[]): () => number {
  const [least = 0, most = least] = [delay].flat();
  return () => (least + Math.random() * (most - least)) / 1000;
}

const noCounts: ErrorCounts = { document: 0, fastapi: 0, problem: 0 };
const documentErrors: readonly DocumentErrors[] = ['auto', 'document', 'fastapi', 'problem'];

/** Tells apart the formats that any app may have. */
function isOfApp(errors: DocumentOptions['errors']): errors is AppOptions['errors'] {
  return !documentErrors.some((each) => each === errors);
}

function dataOf(remember: unknown): Data {
  return dataIn(remember) ?? new Map();
}

/** Turns off those default routes whose paths the document uses itself. */
function freePaths({ endpoints }: Contract): Partial<RoutePaths> {
  const taken = new Set(
    Object.values(endpoints).flatMap(({ method, path }) => (method === 'GET' ? [path as string] : [])),
  );
  const all = Object.entries(defaultPaths).filter(([, path]) => typeof path === 'string' && taken.has(path));
  return Object.fromEntries(all.map(([name]) => [name, false]));
}
