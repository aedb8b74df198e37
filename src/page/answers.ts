import type { Case } from '../cases/case.ts';
import { casesOf } from '../cases/cases.ts';
import type { Contract } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/field.ts';
import { type Document, type Serve, serveDocument } from '../http/document.ts';
import { queryReader } from '../http/parts.ts';
import { detailsOf } from '../http/statuses.ts';
import type { RequestHead } from '../http/types.ts';
import { openApi, withFaults } from '../openapi/document.ts';
import { servedDocument } from '../openapi/served.ts';
import { toVersion30 } from '../openapi/version-3-0.ts';
import { once } from '../text/memo.ts';
import {
  type Addresses,
  addressesFrom,
  type DocsOptions,
  filesFolder,
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
  const folder = filesFolder(paths);
  const fixed = (path: string | false, make: () => Document): Page[] => {
    const serve = once(() => serveDocument(make(), compression));
    return path === false ? [] : [{ path, answer: ({ head }) => serve()(head) }];
  };
  const openapi = once(() => {
    const shown =
      servedDocument(contract, { basePath, errors }) ??
      openApi(contract, { basePath, inject, errors, subject: subject() });
    return subject().hasFaults ? withFaults(shown) : shown;
  });
  return [
    ...htmlPages(
      contract,
      options,
      once(() => new Description(openapi())),
    ),
    ...fixed(paths.openapi, () => ofJson(openapi())),
    ...fixed(paths.openapi30, () => ofJson(toVersion30(openapi()))),
    ...(paths.cases === false ? [] : [{ path: paths.cases, answer: casesAnswer(subject, compression) }]),
    ...pageFiles.flatMap(({ name, mediaType, text }) =>
      fixed(folder && `${folder}/${name}`, () => ({
        mediaType,
        text,
        isFinal: true,
      })),
    ),
  ];
}

function ofJson(value: JsonSchema): Document {
  return { mediaType: 'application/json', text: JSON.stringify(value) };
}

/** One path of the documentation. */
interface Page {
  readonly path: string;
  readonly answer: PageAnswer;
}

/** The HTML pages, with command lines for the origin of the request. */
function htmlPages(contract: Contract, options: DocsOptions, description: () => Description): Page[] {
  const { limits, paths, subject, errors } = options;
  const cases = once(() => (isLarge(contract) ? undefined : [...casesOf(subject())]));
  const errorsPage = (path: string) =>
    perOrigin(path, options, (addresses) =>
      errorPage({ contract, addresses, cases: cases(), errors, details: detailsOf(limits) }),
    );
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
  readonly description: () => Description;
  /** All cases; undefined if there are too many. */
  readonly cases: () => readonly Case[] | undefined;
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
  const dataOf = requestDataWriter(subject, description);
  const partsFor = (origin?: string): PageParts => {
    const addresses = referenceAddresses(path, { ...options, origin });
    return { contract, description: description(), addresses, dataOf, tryOrigin: options.tryOrigin };
  };
  const served = (text: string) => serveDocument(ofHtml(text, options), compression);
  const whole = once(() => served(page(partsFor(), isLarge(contract))));
  const ofOne = keptByOrigin((origin) =>
    keptFew((entry: Entry) =>
      served(endpointPage(entry, partsFor(origin), [...casesOf(subject(), entry.name)])),
    ),
  );
  const search = once(() =>
    serveDocument(
      { mediaType: 'application/json', text: searchJson([...entries().values()], description(), cases()) },
      compression,
    ),
  );
  const ofModel = keptFew((name: string) => served(modelPage(name, partsFor())));
  return ({ head, query }) => {
    const { operation, model, view } = readQuery(query);
    if (view === SEARCH) return search()(head);
    if (typeof model === 'string')
      return Object.hasOwn(description().models, model) ? ofModel(model)(head) : unknownModel;
    if (typeof operation !== 'string') return whole()(head);
    const entry = entries().get(operation);
    return entry ? ofOne(originOf(head))(entry)(head) : unknownOperation;
  };
}

/** Answers with a page that is rendered once for each origin. */
function perOrigin(path: string, options: DocsOptions, write: (addresses: Addresses) => string): PageAnswer {
  const serveFor = keptByOrigin((origin) => {
    const addresses = addressesFrom(path, { ...options, origin });
    return once(() => serveDocument(ofHtml(write(addresses), options), options.compression));
  });
  return ({ head }) => serveFor(originOf(head))()(head);
}

function ofHtml(text: string, options: DocsOptions): Document {
  return { mediaType: 'text/html; charset=utf-8', text, headers: pageHeaders(options) };
}

/** The limit on cached pages of single endpoints or models, for one origin. */
const MAX_KEPT = 16;

/** Caches the first few pages that are made. */
function keptFew<Key>(make: (key: Key) => Serve): (key: Key) => Serve {
  const kept = new Map<Key, Serve>();
  return (entry) => {
    const made = kept.get(entry) ?? make(entry);
    if (kept.size < MAX_KEPT) kept.set(entry, made);
    return made;
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
