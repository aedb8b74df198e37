import type { Case } from '../cases/case.ts';
import { caseSteps } from '../cases/cases.ts';
import type { Contract } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/field.ts';
import {
  type Compression,
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
  addressesFrom,
  type DocsOptions,
  filePaths,
  isLarge,
  type MakeAnswers,
  MODELS,
  type PageAnswer,
  pageHeaders,
  SEARCH,
  unknownOperation,
  unknownPart,
} from './addresses.ts';
import { casesAnswer } from './cases.ts';
import { Description } from './description.ts';
import { entriesOf } from './endpoints.ts';
import { errorPage } from './errors.ts';
import { pageFiles } from './files.ts';
import { endpointPage, modelPage, modelsPage, type PageParts, page, webhookPage } from './page.ts';
import { requestDataWriter } from './request-data.ts';
import { searchJson } from './search.ts';

/** Makes the documentation of an app. Each page is made on its first request. */
export const docsAnswers: MakeAnswers = (contract, options) => {
  const { paths, basePath, compression, inject, errors, subject } = options;
  const openapi = sharedSteps(function* () {
    const shown =
      (yield* servedDocument(contract, { basePath, errors })) ??
      (yield* openApi(contract, { basePath, inject, errors, subject: subject() }));
    return subject().hasFaults ? withFaults(shown) : shown;
  });
  const json = (make: () => Steps<JsonSchema>) =>
    keptAnswer(function* () {
      const text = yield* jsonInSteps(yield* make());
      return yield* serveInSteps({ mediaType: 'application/json', text }, compression);
    });
  const made = makerOf(contract, options, openapi);
  const answers = new Map<string | false, PageAnswer>([
    [paths.docs, referenceAnswer(made)],
    [paths.errors, errorsAnswer(made)],
    [paths.openapi, json(openapi)],
    [
      paths.openapi30,
      json(function* () {
        return yield* toVersion30(yield* openapi());
      }),
    ],
    [paths.cases, casesAnswer(subject, compression)],
    ...filePaths(paths).map((path, at) => [path, fileAnswer(at, compression)] as const),
  ]);
  return (path) => answers.get(path);
};

function fileAnswer(at: number, compression: Compression): PageAnswer {
  const serve = once(() => serveDocument({ ...defined(pageFiles[at]), isFinal: true }, compression));
  return ({ head }) => serve()(head);
}

/** Answers with what is made in steps for the first request, whoever has sent it. */
function keptAnswer(make: () => Steps<Serve>): PageAnswer {
  let serve: Serve | undefined;
  const steps = sharedSteps(function* () {
    serve = yield* make();
    return serve;
  });
  return (input) => serve?.(input.head) ?? answer(input, steps());
}

/** Answers with what is made in steps, unless the client has gone. */
function answer({ head, context }: RouteInput, steps: Steps<Serve>): Served {
  return {
    kind: 'pending',
    reply: inTurns(steps, context.signal).then((serve) => settled(serve(head), head)),
    abort: () => context.abort('The client has gone'),
  };
}

/** Waits for a reply, and makes it a 304 for a client that has it. */
export async function settled(served: Served, { header }: RequestHead): Promise<Reply> {
  return served.kind === 'pending' ? served.reply : revalidate(served, header);
}

type Maker = ReturnType<typeof makerOf>;

/** What all pages in HTML are made of; the command lines in them are for the origin of the request. */
function makerOf(contract: Contract, options: DocsOptions, openapi: () => Steps<JsonSchema>) {
  const known = fewOrigins();
  return {
    contract,
    options,
    description: sharedSteps(function* () {
      return new Description(yield* openapi());
    }),
    /** All cases; undefined if there are too many. */
    cases: sharedSteps(function* () {
      if (isLarge(contract)) return undefined;
      const all: Case[] = [];
      for (const each of caseSteps(options.subject())) {
        if (each) all.push(each);
        yield;
      }
      return all;
    }),
    kept: pageCache(options),
    originIn: (head: RequestHead) => known(originOf(head)),
  };
}

/** The page of errors. */
function errorsAnswer({ contract, options, cases, kept, originIn }: Maker): PageAnswer {
  const { errors, limits, paths } = options;
  return (input) => {
    const origin = originIn(input.head);
    const steps = kept(`${origin} errors`, function* () {
      const addresses = addressesFrom(String(paths.errors), options, origin);
      return errorPage({ contract, addresses, cases: yield* cases(), errors, details: detailsOf(limits) });
    });
    return answer(input, steps);
  };
}

/** The page at `/docs`, one for each endpoint, and one for each model. */
function referenceAnswer({ contract, options, description, cases, kept, originIn }: Maker): PageAnswer {
  const { subject, compression, tryOrigin, paths } = options;
  const readQuery = queryReader(['operation', 'model', 'webhook', 'view']);
  const entries = once(() => new Map(entriesOf(contract).map((entry) => [entry.name, entry])));
  const writer = rememberLast((known: Description) => requestDataWriter(subject, known));
  const partsFor = function* (origin?: string): Steps<PageParts> {
    const addresses = addressesFrom(String(paths.docs), options, origin);
    const known = yield* description();
    return { contract, description: known, addresses, dataOf: writer(known), tryOrigin };
  };
  const whole = keptAnswer(function* () {
    return yield* servedHtml(yield* page(yield* partsFor(), isLarge(contract)), options);
  });
  const search = keptAnswer(function* () {
    const text = yield* searchJson([...entries().values()], yield* description(), yield* cases());
    return yield* serveInSteps({ mediaType: 'application/json', text }, compression);
  });
  const models = keptAnswer(function* () {
    return yield* servedHtml(modelsPage(yield* partsFor()), options);
  });
  const ofPart = function* (kind: 'models' | 'webhooks', name: string): Steps<Serve> {
    if (!Object.hasOwn((yield* description())[kind], name)) return () => unknownPart;
    const write = { models: modelPage, webhooks: webhookPage }[kind];
    return yield* kept(`${kind} ${name}`, function* () {
      return yield* write(name, yield* partsFor());
    });
  };
  return (input) => {
    const { operation, model, webhook, view } = readQuery(input.query);
    if (view === SEARCH) return search(input);
    if (view === MODELS) return models(input);
    if (typeof model === 'string') return answer(input, ofPart('models', model));
    if (typeof webhook === 'string') return answer(input, ofPart('webhooks', webhook));
    if (typeof operation !== 'string') return whole(input);
    const entry = entries().get(operation);
    if (!entry) return unknownOperation;
    const origin = originIn(input.head);
    const steps = kept(`${origin} ${operation}`, function* () {
      return yield* endpointPage(entry, yield* partsFor(origin), caseSteps(subject(), operation));
    });
    return answer(input, steps);
  };
}

function servedHtml(text: string, options: DocsOptions): Steps<Serve> {
  const headers = pageHeaders(options);
  return serveInSteps({ mediaType: 'text/html; charset=utf-8', text, headers }, options.compression);
}

/** The limit on pages that are kept. */
const MAX_KEPT = 64;

type PageCache = (key: string, write: () => Steps<string>) => Steps<Serve>;

/** Keeps the pages that were asked for last. */
function pageCache(options: DocsOptions): PageCache {
  const kept = new Map<string, () => Steps<Serve>>();
  return (key, write) => {
    const made = sharedSteps(function* () {
      return yield* servedHtml(yield* write(), options);
    });
    const steps = kept.get(key) ?? made;
    kept.delete(key);
    kept.set(key, steps);
    const [oldest = ''] = kept.keys();
    if (kept.size > MAX_KEPT) kept.delete(oldest);
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

/** The limit on origins that have pages of their own. */
const MAX_ORIGINS = 4;
/** The time after which other origins may have them. */
const KEPT_MS = 60_000;

/**
 * Passes on the first few origins of each minute. Any other gets the pages for an unknown origin, so that a client that keeps
 * sending new origins causes little work.
 */
export function fewOrigins(): (origin?: string) => string | undefined {
  const known = new Set<string>();
  let start = performance.now();
  return (origin) => {
    if (origin === undefined || known.has(origin)) return origin;
    if (known.size === MAX_ORIGINS) {
      if (performance.now() - start < KEPT_MS) return undefined;
      known.clear();
      start = performance.now();
    }
    known.add(origin);
    return origin;
  };
}
