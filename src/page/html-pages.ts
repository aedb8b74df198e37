import { casesOf } from '../cases/cases.ts';
import type { Contract } from '../contract/endpoint.ts';
import { type Document, type Serve, serveDocument } from '../http/document.ts';
import { queryReader } from '../http/parts.ts';
import { detailsOf } from '../http/statuses.ts';
import { once } from '../text/memo.ts';
import { type Addresses, addressesFrom } from './addresses.ts';
import type { DocsOptions, PageAnswer } from './docs-options.ts';
import { type Entry, entriesOf } from './entry.ts';
import { errorPage } from './errors.ts';
import { pageHeaders } from './headers.ts';
import { isLarge, unknownOperation } from './operations.ts';
import { keptByOrigin, originOf } from './origin.ts';
import { endpointPage, page } from './page.ts';

/** One path of the documentation. */
export interface Page {
  readonly path: string;
  readonly answer: PageAnswer;
}

/** The HTML pages, with command lines for the origin of the request. */
export function htmlPages(contract: Contract, options: DocsOptions): Page[] {
  const { limits, paths, subject } = options;
  const large = isLarge(contract);
  const cases = once(() => (large ? undefined : [...casesOf(subject())]));
  const docsPage = (path: string) =>
    large
      ? largePage(path, contract, options)
      : perOrigin(path, options, (addresses) => page({ contract, addresses, cases: cases() }));
  const errorsPage = (path: string) =>
    perOrigin(path, options, (addresses) =>
      errorPage({ contract, addresses, cases: cases(), details: detailsOf(limits) }),
    );
  return [
    ...(paths.docs === false ? [] : [{ path: paths.docs, answer: docsPage(paths.docs) }]),
    ...(paths.errors === false ? [] : [{ path: paths.errors, answer: errorsPage(paths.errors) }]),
  ];
}

/** The pages of a contract with many endpoints: one without command lines, and one for each endpoint. */
function largePage(path: string, contract: Contract, options: DocsOptions): PageAnswer {
  const { subject, compression } = options;
  const readQuery = queryReader(['operation']);
  const entries = once(() => new Map(entriesOf(contract).map((entry) => [entry.name, entry])));
  const addressesFor = (origin?: string) => addressesFrom(path, { ...options, origin });
  const whole = once(() =>
    serveDocument(ofHtml(page({ contract, addresses: addressesFor(), cases: undefined })), compression),
  );
  const ofOne = keptByOrigin((origin) =>
    keptFew((entry) => {
      const cases = [...casesOf(subject(), entry.name)];
      return serveDocument(ofHtml(endpointPage(entry, cases, addressesFor(origin))), compression);
    }),
  );
  return ({ head, query }) => {
    const { operation } = readQuery(query);
    if (typeof operation !== 'string') return whole()(head);
    const entry = entries().get(operation);
    return entry ? ofOne(originOf(head))(entry)(head) : unknownOperation;
  };
}

/** Answers with a page that is rendered once for each origin. */
function perOrigin(path: string, options: DocsOptions, write: (addresses: Addresses) => string): PageAnswer {
  const serveFor = keptByOrigin((origin) => {
    const addresses = addressesFrom(path, { ...options, origin });
    return once(() => serveDocument(ofHtml(write(addresses)), options.compression));
  });
  return ({ head }) => serveFor(originOf(head))()(head);
}

function ofHtml(text: string): Document {
  return { mediaType: 'text/html; charset=utf-8', text, headers: pageHeaders };
}

/** The limit on cached pages of single endpoints, for one origin. */
const MAX_KEPT = 16;

/** Caches the first few pages that are made. */
function keptFew(make: (entry: Entry) => Serve): (entry: Entry) => Serve {
  const kept = new Map<Entry, Serve>();
  return (entry) => {
    const made = kept.get(entry) ?? make(entry);
    if (kept.size < MAX_KEPT) kept.set(entry, made);
    return made;
  };
}
