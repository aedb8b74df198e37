import type { Case } from '../cases/case.ts';
import { caseSteps } from '../cases/cases.ts';
import { JSON_TYPE } from '../contract/success.ts';
import { ContentBuilder, type Texts } from '../http/content.ts';
import {
  type Compression,
  revalidate,
  type Serve,
  type Served,
  serveDocument,
  serveInSteps,
} from '../http/document.ts';
import type { Reply } from '../http/reply.ts';
import { detailsOf } from '../http/statuses.ts';
import type { RequestHead } from '../http/types.ts';
import { openApi, withFaults } from '../openapi/document.ts';
import { toVersion30 } from '../openapi/version-3-0.ts';
import { defined } from '../text/guards.ts';
import { once } from '../text/memo.ts';
import { addJson, inTurns, type Steps, sharedSteps } from '../text/turns.ts';
import {
  addressesFrom,
  filePaths,
  isLarge,
  type MakeAnswers,
  MODELS,
  type PageAnswer,
  pageHeaders,
  partIn,
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

/** The limit on the characters of the cases that the page of errors links to, and of what is tried for them. */
const MAX_CASES = 16 * 1024 * 1024;

/** Makes the documentation of an app. Each page is made on its first request. */
export const docsAnswers: MakeAnswers = (contract, options, ofDocument) => {
  const { paths, basePath, compression, inject, errors, limits, subject, tryOrigin } = options;
  const written = (
    kind: { readonly mediaType: string; readonly headers?: readonly string[] },
    write: Write,
  ) =>
    function* () {
      return yield* serveInSteps({ ...kind, text: yield* write() }, compression);
    };
  const json = (write: Write) => written({ mediaType: JSON_TYPE }, write);
  const html = (write: Write) =>
    written({ mediaType: 'text/html; charset=utf-8', headers: pageHeaders(options) }, write);
  const reference = (write: (known: PageParts) => Steps<string>) =>
    html(function* () {
      return yield* write(yield* parts());
    });
  const openapi = sharedSteps(function* () {
    const shown = ofDocument
      ? yield* ofDocument.servedDocument(contract, { basePath, errors })
      : yield* openApi(contract, { basePath, inject, errors, subject: subject() });
    return subject().hasFaults ? withFaults(shown) : shown;
  });
  const parts = sharedSteps(function* () {
    const addresses = addressesFrom(String(paths.docs), options);
    const description = new Description(yield* openapi());
    return { contract, description, addresses, dataOf: requestDataWriter(subject, description), tryOrigin };
  });
  const errorsHtml = html(function* () {
    const addresses = addressesFrom(String(paths.errors), options);
    const cases: Case[] = [];
    for (const each of isLarge(contract) ? [] : caseSteps(subject(), undefined, { left: MAX_CASES })) {
      yield;
      if (each) cases.push(each);
    }
    return yield* errorPage({ contract, addresses, cases, errors, details: detailsOf(limits) });
  });
  const openapiJson = json(function* () {
    return yield* contentOf(yield* openapi());
  });
  const openapi30Json = json(function* () {
    return yield* contentOf(yield* toVersion30(yield* openapi()));
  });
  const whole = reference((known) => page(known, isLarge(contract)));
  const models = reference(modelsPage);
  const entries = once(() => new Map(entriesOf(contract).map((entry) => [entry.name, entry])));
  const search = json(function* () {
    return yield* searchJson([...entries().values()], (yield* parts()).description);
  });
  const ofPart = (kind: 'models' | 'webhooks', name: string) =>
    function* (): Steps<Serve> {
      const known = yield* parts();
      if (!Object.hasOwn(known.description[kind], name)) return () => unknownPart;
      const write = { models: modelPage, webhooks: webhookPage }[kind];
      return yield* html(() => write(name, known))();
    };
  const always = keeper(Number.POSITIVE_INFINITY);
  const last = keeper(MAX_KEPT);

  /** The page at `/docs`, those of endpoints, models and webhooks, and what its search looks through. */
  const docs: PageAnswer = (input) => {
    const { operation, model, webhook, view } = partIn(input.query);
    if (view === SEARCH) return always(search)(input);
    if (view === MODELS) return always(models)(input);
    if (typeof model === 'string') return last(ofPart('models', model), `model ${model}`)(input);
    if (typeof webhook === 'string') return last(ofPart('webhooks', webhook), `webhook ${webhook}`)(input);
    if (typeof operation !== 'string') return always(whole)(input);
    const entry = entries().get(operation);
    if (!entry) return unknownOperation;
    const write = reference((known) => endpointPage(entry, known, caseSteps(subject(), operation)));
    return last(write, `operation ${operation}`)(input);
  };
  const answers = new Map<string | false, PageAnswer>([
    [paths.docs, docs],
    [paths.errors, always(errorsHtml)],
    [paths.openapi, always(openapiJson)],
    [paths.openapi30, always(openapi30Json)],
    [paths.cases, casesAnswer(subject, compression)],
    ...filePaths(paths).map((path, at) => [path, fileAnswer(at, compression)] as const),
  ]);
  return (path) => answers.get(path);
};

type Write = () => Steps<Texts>;

/** Writes a value as JSON. To join all of it would take long, and to copy it again. */
function* contentOf(value: unknown): Steps<Texts> {
  const builder = new ContentBuilder();
  yield* addJson(value, (text) => builder.add(text));
  return builder.content;
}

function fileAnswer(at: number, compression: Compression): PageAnswer {
  const serve = once(() => serveDocument({ ...defined(pageFiles[at]), isFinal: true }, compression));
  return ({ head }) => serve()(head);
}

/** The limit on pages of endpoints, models and webhooks that are kept: each may take 17 megabytes. */
const MAX_KEPT = 6;

/** A page that is made in steps, and the number of clients that wait for it. */
interface Made {
  readonly steps: () => Steps<Serve>;
  serve?: Serve;
  clients: number;
}

/**
 * Keeps so many of the answers that were asked for last. Each is made in steps for its first request, unless the client has gone. If
 * there may be any number, they are made one after the other: thousands that are half made would take all memory.
 */
function keeper(most: number): (make: () => Steps<Serve>, key?: string) => PageAnswer {
  const kept = new Map<unknown, Made>();
  const wanted = new Set<Made>();
  function* inOrder(page: Made): Steps<Serve> {
    for (const other of most < Number.POSITIVE_INFINITY ? wanted : []) {
      // Others may have made it already.
      if (other === page || !wanted.has(page)) break;
      for (; wanted.has(other); yield) if (isOver(other.steps())) wanted.delete(other);
    }
    return yield* page.steps();
  }
  return (make, key: unknown = make) =>
    ({ head, context }) => {
      const page = kept.get(key) ?? { steps: sharedSteps(make), clients: 0 };
      kept.delete(key);
      kept.set(key, page);
      const [oldest] = kept.keys();
      if (kept.size > most) kept.delete(oldest);
      if (page.serve) return page.serve(head);
      page.clients++;
      wanted.add(page);
      const made = inTurns(inOrder(page), context.signal)
        .finally(() => {
          if (--page.clients === 0) wanted.delete(page);
        })
        .then((serve) => {
          page.serve = serve;
          return settled(serve(head), head);
        });
      return { kind: 'pending', reply: made, abort: () => context.abort('The client has gone') };
    };
}

/** Takes a step. Tells whether it was the last one, also by an error: whoever waits for the result begins anew, and gets that. */
function isOver(steps: Steps<unknown>): boolean {
  try {
    return steps.next().done === true;
  } catch {
    return true;
  }
}

/** Waits for a reply, and makes it a 304 for a client that has it. */
export async function settled(served: Served, { header }: RequestHead): Promise<Reply> {
  return served.kind === 'pending' ? served.reply : revalidate(served, header);
}
