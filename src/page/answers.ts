import type { Case } from '../cases/case.ts';
import { caseSteps } from '../cases/cases.ts';
import type { Contract } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/field.ts';
import {
  type Document,
  revalidate,
  type Serve,
  type Served,
  serveDocument,
  serveInSteps,
} from '../http/document.ts';
import { queryReader } from '../http/parts.ts';
import type { Reply } from '../http/reply.ts';
import { detailsOf } from '../http/statuses.ts';
import type { RequestHead, RouteInput } from '../http/types.ts';
import { openApi, withFaults } from '../openapi/document.ts';
import { servedDocument } from '../openapi/served.ts';
import { toVersion30 } from '../openapi/version-3-0.ts';
import { defined } from '../text/guards.ts';
import { once, rememberLast } from '../text/memo.ts';
import { inTurns, jsonInSteps, type Steps, sharedSteps } from '../text/turns.ts';
import {
  type Addresses,
  addressesFrom,
  type DocsOptions,
  filePaths,
  isLarge,
  type MakeAnswers,
  type PageAnswer,
  pageHeaders,
  referenceAddresses,
  SEARCH,
  unknownModel,
  unknownOperation,
} from './addresses.ts';
import { casesAnswer } from './cases.ts';
import { Description } from './description.ts';
import { type Entry, entriesOf } from './endpoints.ts';
import { errorPage } from './errors.ts';
import { pageFiles } from './files.ts';
import { endpointPage, modelPage, type PageParts, page } from './page.ts';
import { requestDataWriter } from './request-data.ts';
import { searchJson } from './search.ts';

/** Makes the documentation of an app. Each page is made on its first request. */
export const docsAnswers: MakeAnswers = (contract, options) => {
  const answers = new Map(pagesOf(contract, options).map(({ path, answer }) => [path, answer]));
  return (path) => answers.get(path);
};

function pagesOf(contract: Contract, options: DocsOptions): Page[] {
  const { paths, basePath, compression, inject, errors, subject } = options;
  const openapi = sharedSteps(function* () {
    const shown =
      (yield* servedDocument(contract, { basePath, errors })) ??
      (yield* openApi(contract, { basePath, inject, errors, subject: subject() }));
    return subject().hasFaults ? withFaults(shown) : shown;
  });
  const fixed = (path: string | false, make: () => Steps<JsonSchema>): Page[] => {
    const answer = keptAnswer(function* () {
      return yield* serveInSteps(yield* ofJson(yield* make()), compression);
    });
    return path === false ? [] : [{ path, answer }];
  };
  return [
    ...htmlPages(
      contract,
      options,
      sharedSteps(function* () {
        return new Description(yield* openapi());
      }),
    ),
    ...fixed(paths.openapi, openapi),
    ...fixed(paths.openapi30, function* () {
      return yield* toVersion30(yield* openapi());
    }),
    ...(paths.cases === false ? [] : [{ path: paths.cases, answer: casesAnswer(subject, compression) }]),
    ...filePaths(paths).map((path, at): Page => {
      const { mediaType, text } = defined(pageFiles[at]);
      const serve = once(() => serveDocument({ mediaType, text, isFinal: true }, compression));
      return { path, answer: ({ head }) => serve()(head) };
    }),
  ];
}

function* ofJson(value: JsonSchema): Steps<Document> {
  return { mediaType: 'application/json', text: yield* jsonInSteps(value) };
}

/** Answers with what is made in steps for the first request, whoever has sent it. */
function keptAnswer(make: () => Steps<Serve>): PageAnswer {
  const steps = sharedSteps(make);
  let serve: Serve | undefined;
  const made = function* () {
    serve = yield* steps();
    return serve;
  };
  return ({ head }) => serve?.(head) ?? { ...pending(made(), head), abort() {} };
}

/** Answers with what is made in steps for this request, unless its client has gone. */
function passingAnswer({ head, context }: RouteInput, steps: Steps<Serve>): Served {
  return { ...pending(steps, head, context.signal), abort: () => context.abort('The client has gone') };
}

function pending(steps: Steps<Serve>, head: RequestHead, signal?: AbortSignal) {
  return {
    kind: 'pending',
    reply: inTurns(steps, signal).then((serve) => settled(serve(head), head)),
  } as const;
}

/** Waits for a reply, and makes it a 304 for a client that has it. */
export async function settled(served: Served, { header }: RequestHead): Promise<Reply> {
  return served.kind === 'pending' ? served.reply : revalidate(served, header);
}

/** One path of the documentation. */
interface Page {
  readonly path: string;
  readonly answer: PageAnswer;
}

/** The HTML pages, with command lines for the origin of the request. */
function htmlPages(contract: Contract, options: DocsOptions, description: () => Steps<Description>): Page[] {
  const { limits, paths, subject, errors } = options;
  const cases = sharedSteps(function* () {
    if (isLarge(contract)) return undefined;
    const all: Case[] = [];
    for (const each of caseSteps(subject())) {
      if (each) all.push(each);
      yield;
    }
    return all;
  });
  const errorsPage = (path: string) =>
    perOrigin(path, options, function* (addresses) {
      return errorPage({ contract, addresses, cases: yield* cases(), errors, details: detailsOf(limits) });
    });
  return [
    ...(paths.docs === false
      ? []
      : [
          { path: paths.docs, answer: referencePages(paths.docs, contract, options, { description, cases }) },
        ]),
    ...(paths.errors === false ? [] : [{ path: paths.errors, answer: errorsPage(paths.errors) }]),
  ];
}

/** What is made once for all pages. */
interface Described {
  readonly description: () => Steps<Description>;
  /** All cases; undefined if there are too many. */
  readonly cases: () => Steps<readonly Case[] | undefined>;
}

/** The page at `/docs`, one for each endpoint, and one for each model. */
function referencePages(
  path: string,
  contract: Contract,
  options: DocsOptions,
  { description, cases }: Described,
): PageAnswer {
  const { subject, compression } = options;
  const readQuery = queryReader(['operation', 'model', 'view']);
  const entries = once(() => new Map(entriesOf(contract).map((entry) => [entry.name, entry])));
  const writer = rememberLast((known: Description) => requestDataWriter(subject, known));
  const partsFor = function* (origin?: string): Steps<PageParts> {
    const addresses = referenceAddresses(path, { ...options, origin });
    const known = yield* description();
    const { tryOrigin } = options;
    return { contract, description: known, addresses, dataOf: writer(known), tryOrigin };
  };
  const served = (text: string) => serveInSteps(ofHtml(text, options), compression);
  const whole = keptAnswer(function* () {
    return yield* served(yield* page(yield* partsFor(), isLarge(contract)));
  });
  const ofOne = keptByOrigin((origin) =>
    keptFew(function* (entry: Entry) {
      const steps = caseSteps(subject(), entry.name);
      return yield* served(yield* endpointPage(entry, yield* partsFor(origin), steps));
    }),
  );
  const search = keptAnswer(function* () {
    const text = yield* searchJson([...entries().values()], yield* description(), yield* cases());
    return yield* serveInSteps({ mediaType: 'application/json', text }, compression);
  });
  const ofModel = keptFew(function* (name: string) {
    return yield* served(modelPage(name, yield* partsFor()));
  });
  const ofKnownModel = function* (name: string): Steps<Serve> {
    const { models } = yield* description();
    return Object.hasOwn(models, name) ? yield* ofModel(name) : () => unknownModel;
  };
  return (input) => {
    const { operation, model, view } = readQuery(input.query);
    if (view === SEARCH) return search(input);
    if (typeof model === 'string') return passingAnswer(input, ofKnownModel(model));
    if (typeof operation !== 'string') return whole(input);
    const entry = entries().get(operation);
    return entry ? passingAnswer(input, ofOne(originOf(input.head))(entry)) : unknownOperation;
  };
}

/** Answers with a page that is rendered once for each origin. */
function perOrigin(
  path: string,
  options: DocsOptions,
  write: (addresses: Addresses) => Steps<string>,
): PageAnswer {
  const answerFor = keptByOrigin((origin) =>
    keptAnswer(function* () {
      const text = yield* write(addressesFrom(path, { ...options, origin }));
      return yield* serveInSteps(ofHtml(text, options), options.compression);
    }),
  );
  return (input) => answerFor(originOf(input.head))(input);
}

function ofHtml(text: string, options: DocsOptions): Document {
  return { mediaType: 'text/html; charset=utf-8', text, headers: pageHeaders(options) };
}

/** The limit on cached pages of single endpoints or models, for one origin. */
const MAX_KEPT = 16;

/** Caches the first few pages that are made. */
function keptFew<Key>(make: (key: Key) => Steps<Serve>): (key: Key) => Steps<Serve> {
  const kept = new Map<Key, () => Steps<Serve>>();
  return (key) => {
    const steps = kept.get(key) ?? sharedSteps(() => make(key));
    if (kept.size < MAX_KEPT) kept.set(key, steps);
    return steps();
  };
}

/** Headers that proxies add: behind a proxy, only the client knows the origin. */
const proxyFields = ['via', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** A host name or address with an optional port. It has no characters that are special in HTML or a shell. */
const PLAIN_HOST = /^(?:[\da-z.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/;
/** The length of the longest host name, plus a port. */
const MAX_HOST_LENGTH = 259;

/** The origin of a request, such as `http://localhost:8000`; undefined if the request does not tell. */
export function originOf({ target, header, isSecure }: RequestHead): string | undefined {
  const host = header('host')?.toLowerCase() ?? '';
  // An absolute address overrides the header (RFC 9112, 3.2.2).
  if (!target.startsWith('/') || host.length > MAX_HOST_LENGTH || !PLAIN_HOST.test(host)) return undefined;
  if (proxyFields.some((name) => header(name) !== undefined)) return undefined;
  return `${isSecure ? 'https' : 'http'}://${host}`;
}

/** The limit on origins in a cache. */
const MAX_ORIGINS = 4;
/** The time after which an unused origin may be replaced. */
const KEPT_MS = 60_000;

interface Kept<Made> {
  readonly made: Made;
  usedAt: number;
}

/**
 * Caches a value for each of the few origins in use. Any other origin gets the value for an unknown origin, so that a client
 * that keeps sending new origins causes little work, and blocks others only for a short time.
 */
export function keptByOrigin<Made>(make: (origin?: string) => Made): (origin?: string) => Made {
  const unknown = make();
  const kept = new Map<string, Kept<Made>>();
  return (origin) => {
    if (origin === undefined) return unknown;
    const now = performance.now();
    const known = kept.get(origin);
    const [oldest] = kept;
    if (!known && oldest && kept.size === MAX_ORIGINS) {
      if (now - oldest[1].usedAt < KEPT_MS) return unknown;
      kept.delete(oldest[0]);
    }
    const made = known?.made ?? make(origin);
    // Moves the origin to the end: the map is sorted by time of use.
    kept.delete(origin);
    kept.set(origin, { made, usedAt: now });
    return made;
  };
}
