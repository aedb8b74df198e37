import type { Contract } from '../contract/endpoint.ts';
import { Refusal } from '../contract/refusal.ts';
import type { JsonSchema } from '../fields/definition.ts';
import type { Compression } from '../http/compression.ts';
import type { Inject } from '../http/inject.ts';
import type { Limits } from '../http/limits.ts';
import { once } from '../http/once.ts';
import { queryReader } from '../http/query.ts';
import { detailsOf } from '../http/refusals.ts';
import { replyTo } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { type Document, type Serve, serveDocument } from '../http/static.ts';
import { openApi, serversAt } from '../openapi/document.ts';
import { withFaults } from '../openapi/faults.ts';
import { toVersion30 } from '../openapi/version-3-0.ts';
import { casesOf } from '../refusals/refusals.ts';
import type { Subject } from '../refusals/subject.ts';
import { addressesFrom, type DocsPaths, filesFolder } from './addresses.ts';
import { entriesOf } from './entry.ts';
import { errorPage } from './errors.ts';
import { pageFiles } from './files.ts';
import { pageHeaders } from './headers.ts';
import { endpointPage, page } from './page.ts';
import { refusalsRoute } from './refusals.ts';

export interface DocsOptions {
  readonly limits: Limits;
  readonly paths: DocsPaths;
  readonly basePath: string;
  readonly compression: Compression;
  readonly inject: Inject;
  /** The documentation as it was made before, by path. */
  readonly documents?: Readonly<Record<string, string>>;
  /** The app whose handlers are never called. */
  readonly subject: () => Subject;
}

/** The endpoints of which one page tells everything. Of more, it tells when one of them is asked for. */
const MOST_ENDPOINTS = 60;

/** The documentation of an app as routes. Each page is made when it is first asked for. */
export function docsRoutes(contract: Contract, options: DocsOptions): Route[] {
  const { limits, paths, basePath, compression, documents = {}, inject, subject } = options;
  const isLarge = Object.keys(contract.endpoints).length > MOST_ENDPOINTS;
  const cases = once(() => (isLarge ? undefined : [...casesOf(subject())]));
  const addressesOf = (path: string) => addressesFrom(path, paths, basePath);
  const served = (make: () => Document) => once(() => serveDocument(make(), compression));
  const fixed = (path: string | false, make: () => Document): Route[] => {
    const serve = served(make);
    return path === false ? [] : [{ method: 'GET', path, answer: ({ head }) => serve()(head) }];
  };

  const openapi = once(() => {
    const shown =
      shownDocument(contract, basePath) ?? openApi(contract, { basePath, inject, subject: subject() });
    return subject().hasFaults ? withFaults(shown) : shown;
  });
  const pageOf = (path: string) =>
    isLarge ? largePage(path) : fixed(path, () => ofHtml(textAt(path, documents) ?? wholePage(path)));
  const wholePage = (path: string) => page({ contract, cases: cases(), addresses: addressesOf(path) });

  /** The page of a contract with many endpoints, and of each of them. */
  function largePage(path: string): Route[] {
    const addresses = addressesOf(path);
    const whole = served(() => ofHtml(textAt(path, documents) ?? wholePage(path)));
    const readQuery = queryReader(['operation']);
    const ofOne = keptFew((name: string) => {
      const entry = entriesOf(contract).find((each) => each.name === name);
      if (!entry) return () => unknownOperation;
      return serveDocument(
        ofHtml(endpointPage(entry, [...casesOf(subject(), name)], addresses)),
        compression,
      );
    });
    return [
      {
        method: 'GET',
        path,
        answer({ head, query }) {
          const { operation } = readQuery(query);
          return typeof operation === 'string' ? ofOne(operation)(head) : whole()(head);
        },
      },
    ];
  }

  return [
    ...(paths.docs === false ? [] : pageOf(paths.docs)),
    ...(paths.errors === false
      ? []
      : fixed(paths.errors, () => ofHtml(textAt(paths.errors, documents) ?? errorsOf(paths.errors || '')))),
    ...fixed(paths.openapi, () => ofJson(paths.openapi, openapi)),
    ...fixed(paths.openapi30, () => ofJson(paths.openapi30, () => toVersion30(openapi()))),
    ...(paths.refusals === false
      ? []
      : [refusalsRoute(paths.refusals, subject, { compression, all: textAt(paths.refusals, documents) })]),
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

  function ofJson(path: string | false, make: () => JsonSchema): Document {
    return { mediaType: 'application/json', text: textAt(path, documents) ?? JSON.stringify(make()) };
  }
}

const unknownOperation = replyTo(new Refusal(404, 'There is no such operation'));

function ofHtml(text: string): Document {
  return { mediaType: 'text/html; charset=utf-8', text, headers: pageHeaders };
}

/** The pages of single endpoints that are kept. */
const MOST_KEPT = 64;

/** Keeps the first few of what is made, by name. */
function keptFew(make: (name: string) => Serve): (name: string) => Serve {
  const kept = new Map<string, Serve>();
  return (name) => {
    const made = kept.get(name) ?? make(name);
    if (kept.size < MOST_KEPT) kept.set(name, made);
    return made;
  };
}

function textAt(path: string | false, documents: Readonly<Record<string, string>>): string | undefined {
  return path !== false && Object.hasOwn(documents, path) ? documents[path] : undefined;
}

/** The document that the contract was made of, of this server. */
function shownDocument({ document }: Contract, basePath: string): JsonSchema | undefined {
  if (!document) return undefined;
  const { servers: _, ...others } = document;
  return { ...others, ...serversAt(basePath) };
}
