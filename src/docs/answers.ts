import type { Contract } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/definition.ts';
import { once } from '../http/once.ts';
import { queryReader } from '../http/query.ts';
import { detailsOf } from '../http/refusals.ts';
import { type Document, type Serve, serveDocument } from '../http/static.ts';
import { openApi, serversAt } from '../openapi/document.ts';
import { withFaults } from '../openapi/faults.ts';
import { toVersion30 } from '../openapi/version-3-0.ts';
import { casesOf } from '../refusals/refusals.ts';
import { addressesFrom, filesFolder } from './addresses.ts';
import { type Entry, entriesOf } from './entry.ts';
import { errorPage } from './errors.ts';
import { pageFiles } from './files.ts';
import { pageHeaders } from './headers.ts';
import { isLarge, unknownOperation } from './operations.ts';
import { endpointPage, page } from './page.ts';
import { refusalsAnswer } from './refusals.ts';
import type { DocsOptions, MakeAnswers, PageAnswer } from './routes.ts';

/** One path of the documentation. */
interface Page {
  readonly path: string;
  readonly answer: PageAnswer;
}

/** Makes the documentation of an app. Each page is made when it is first asked for. */
export const docsAnswers: MakeAnswers = (contract, options) => {
  const answers = new Map(pagesOf(contract, options).map(({ path, answer }) => [path, answer]));
  return (path) => answers.get(path);
};

function pagesOf(contract: Contract, options: DocsOptions): Page[] {
  const { limits, paths, basePath, compression, inject, subject } = options;
  const large = isLarge(contract);
  const cases = once(() => (large ? undefined : [...casesOf(subject())]));
  const addressesOf = (path: string) => addressesFrom(path, paths, basePath);
  const served = (make: () => Document) => once(() => serveDocument(make(), compression));
  const fixed = (path: string | false, make: () => Document): Page[] => {
    const serve = served(make);
    return path === false ? [] : [{ path, answer: ({ head }) => serve()(head) }];
  };

  const openapi = once(() => {
    const shown =
      shownDocument(contract, basePath) ?? openApi(contract, { basePath, inject, subject: subject() });
    return subject().hasFaults ? withFaults(shown) : shown;
  });
  const pageOf = (path: string) => (large ? largePage(path) : fixed(path, () => ofHtml(wholePage(path))));
  const wholePage = (path: string) => page({ contract, cases: cases(), addresses: addressesOf(path) });

  /** The page of a contract with many endpoints, and of each of them. */
  function largePage(path: string): Page[] {
    const addresses = addressesOf(path);
    const whole = served(() => ofHtml(wholePage(path)));
    const readQuery = queryReader(['operation']);
    const entries = once(() => new Map(entriesOf(contract).map((entry) => [entry.name, entry])));
    const ofOne = keptFew((entry) =>
      serveDocument(ofHtml(endpointPage(entry, [...casesOf(subject(), entry.name)], addresses)), compression),
    );
    return [
      {
        path,
        answer({ head, query }) {
          const { operation } = readQuery(query);
          if (typeof operation !== 'string') return whole()(head);
          const entry = entries().get(operation);
          return entry ? ofOne(entry)(head) : unknownOperation;
        },
      },
    ];
  }

  return [
    ...(paths.docs === false ? [] : pageOf(paths.docs)),
    ...(paths.errors === false ? [] : fixed(paths.errors, () => ofHtml(errorsOf(paths.errors || '')))),
    ...fixed(paths.openapi, () => ofJson(openapi())),
    ...fixed(paths.openapi30, () => ofJson(toVersion30(openapi()))),
    ...(paths.refusals === false
      ? []
      : [{ path: paths.refusals, answer: refusalsAnswer(subject, compression) }]),
    ...pageFiles.flatMap(({ name, mediaType, text }) =>
      fixed(paths.docs || paths.errors ? `${filesFolder(paths)}/${name}` : false, () => ({
        mediaType,
        text,
        isFinal: true,
      })),
    ),
  ];

  function errorsOf(path: string): string {
    const details = detailsOf(limits);
    return errorPage({ contract, addresses: addressesOf(path), cases: cases(), details });
  }
}

function ofJson(value: JsonSchema): Document {
  return { mediaType: 'application/json', text: JSON.stringify(value) };
}

function ofHtml(text: string): Document {
  return { mediaType: 'text/html; charset=utf-8', text, headers: pageHeaders };
}

/** The pages of single endpoints that are kept. */
const MAX_KEPT = 64;

/** Keeps the first few pages that are made. */
function keptFew(make: (entry: Entry) => Serve): (entry: Entry) => Serve {
  const kept = new Map<Entry, Serve>();
  return (entry) => {
    const made = kept.get(entry) ?? make(entry);
    if (kept.size < MAX_KEPT) kept.set(entry, made);
    return made;
  };
}

/** The document that the contract was made of, of this server. */
function shownDocument({ document }: Contract, basePath: string): JsonSchema | undefined {
  if (!document) return undefined;
  const { servers: _, ...others } = document;
  return { ...others, ...serversAt(basePath) };
}
