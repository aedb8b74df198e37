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
import { once } from '../text/memo.ts';
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
import { endpointPage, modelPage, modelsPage, page, webhookPage } from './page.ts';
import { requestDataWriter } from './request-data.ts';
import { searchJson } from './search.ts';

/** Makes the documentation of an app. Each page is made on its first request. */
export const docsAnswers: MakeAnswers = (contract, options) => {
  const { paths, basePath, compression, inject, errors, limits, subject } = options;
  const openapi = sharedSteps(function* () {
    const shown =
      (yield* servedDocument(contract, { basePath, errors })) ??
      (yield* openApi(contract, { basePath, inject, errors, subject: subject() }));
    return subject().hasFaults ? withFaults(shown) : shown;
  });
  const json = (make: () => Steps<string>) =>
    keptAnswer(function* () {
      return yield* serveInSteps({ mediaType: 'application/json', text: yield* make() }, compression);
    });
  const errorsAnswer = keptAnswer(function* () {
    const addresses = addressesFrom(String(paths.errors), options);
    const cases: Case[] = [];
    for (const each of isLarge(contract) ? [] : caseSteps(subject())) {
      if (each) cases.push(each);
      yield;
    }
    const parts = { contract, addresses, cases, errors, details: detailsOf(limits) };
    return yield* servedHtml(errorPage(parts), options);
  });
  const answers = new Map<string | false, PageAnswer>([
    [paths.docs, referenceAnswer(contract, options, openapi, json)],
    [paths.errors, errorsAnswer],
    [
      paths.openapi,
      json(function* () {
        return yield* jsonInSteps(yield* openapi());
      }),
    ],
    [
      paths.openapi30,
      json(function* () {
        return yield* jsonInSteps(yield* toVersion30(yield* openapi()));
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

/** The page at `/docs`, those of endpoints, models and webhooks, and what its search looks through. */
function referenceAnswer(
  contract: Contract,
  options: DocsOptions,
  openapi: () => Steps<JsonSchema>,
  json: (make: () => Steps<string>) => PageAnswer,
): PageAnswer {
  const { subject, tryOrigin, paths } = options;
  const readQuery = queryReader(['operation', 'model', 'webhook', 'view']);
  const entries = once(() => new Map(entriesOf(contract).map((entry) => [entry.name, entry])));
  const parts = sharedSteps(function* () {
    const addresses = addressesFrom(String(paths.docs), options);
    const description = new Description(yield* openapi());
    return { contract, description, addresses, dataOf: requestDataWriter(subject, description), tryOrigin };
  });
  const kept = pageCache(options);
  const whole = keptAnswer(function* () {
    return yield* servedHtml(yield* page(yield* parts(), isLarge(contract)), options);
  });
  const models = keptAnswer(function* () {
    return yield* servedHtml(modelsPage(yield* parts()), options);
  });
  const search = json(function* () {
    return yield* searchJson([...entries().values()], (yield* parts()).description);
  });
  const ofPart = function* (kind: 'models' | 'webhooks', name: string): Steps<Serve> {
    const known = yield* parts();
    if (!Object.hasOwn(known.description[kind], name)) return () => unknownPart;
    const write = { models: modelPage, webhooks: webhookPage }[kind];
    return yield* kept(`${kind} ${name}`, () => write(name, known));
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
    const steps = kept(operation, function* () {
      return yield* endpointPage(entry, yield* parts(), caseSteps(subject(), operation));
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
