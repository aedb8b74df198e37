import type { Subject } from '../cases/subject.ts';
import type { Contract } from '../contract/endpoint.ts';
import { Refusal } from '../contract/outcome.ts';
import type { Compression, PreparedText, Served } from '../http/document.ts';
import type { ErrorFormat } from '../http/error-format.ts';
import type { Inject } from '../http/inject.ts';
import type { Limits } from '../http/limits.ts';
import { queryReader } from '../http/parts.ts';
import { replyTo } from '../http/reply.ts';
import type { RouteInput } from '../http/types.ts';
import { once } from '../text/memo.ts';
import { pageFileNames } from './file-names.ts';

/** The view of the page that lists what its search looks through. */
export const SEARCH = 'search';
/** The view of the page that lists all models. */
export const MODELS = 'models';

const reader = once(() => queryReader(['operation', 'view', 'model', 'webhook']));

/** Reads which part of the documentation a request is for. */
export function partIn(query: string | undefined): ReturnType<ReturnType<typeof queryReader>> {
  return reader()(query);
}

/** The paths of the documentation; false turns a page off. */
interface DocsPaths {
  readonly docs: string | false;
  readonly errors: string | false;
  readonly openapi: string | false;
  readonly openapi30: string | false;
  readonly cases: string | false;
}

/** The paths of the pages that are not turned off. */
export function documentPaths({ docs, errors, openapi, openapi30, cases }: DocsPaths): string[] {
  return [docs, errors, openapi, openapi30, cases].filter((path) => path !== false);
}

/** The paths of the files that the pages load. */
export function filePaths(paths: DocsPaths): string[] {
  const folder = filesFolder(paths);
  return folder === false ? [] : pageFileNames.map((name) => `${folder}/${name}`);
}

/**
 * Lists all targets of the documentation. Single operations have targets of their own only if there are many; otherwise their
 * cases are picked from those of all.
 */
export function documentTargets(contract: Contract, paths: DocsPaths): string[] {
  const { docs, cases } = paths;
  const ofOne = isLarge(contract) ? [docs, cases].filter((path) => path !== false) : [];
  const names = Object.keys({ ...contract.endpoints, ...contract.pages }).map(encodeURIComponent);
  const targets = ofOne.flatMap((path) => names.map((name) => `${path}?operation=${name}`));
  return [...documentPaths(paths), ...filePaths(paths), ...targets];
}

/** The addresses that a page links to, relative, so that they work behind any prefix; empty for pages that are turned off. */
export interface Addresses {
  /** The prefix of the paths of requests. */
  readonly root: string;
  readonly docs: string;
  readonly errors: string;
  readonly openapi: string;
  readonly cases: string;
  file(name: string): string;
}

/** Makes the addresses for the page at `path`. */
export function addressesFrom(path: string, { paths, basePath }: DocsOptions): Addresses {
  const up = upFrom(path);
  const to = (target: string | false) => (target === false ? '' : up + target.slice(1));
  const folder = to(filesFolder(paths));
  return {
    root: upFrom(basePath + path),
    docs: to(paths.docs),
    errors: to(paths.errors),
    openapi: to(paths.openapi),
    cases: to(paths.cases),
    file: (name) => `${folder}/${name}`,
  };
}

/** The folder of the pages' files; false if there are no pages. */
function filesFolder({ docs, errors }: DocsPaths): string | false {
  return docs || errors;
}

function upFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './';
}

/** The limit on endpoints that one page shows in full. With more, each is loaded when it is opened. */
const MAX_ENDPOINTS = 60;

export function isLarge({ endpoints }: Contract): boolean {
  return Object.keys(endpoints).length > MAX_ENDPOINTS;
}

/** Tells whether a name is that of an operation, or empty, for cases that belong to none. */
export function isOperation({ endpoints, pages = {} }: Contract, name: unknown): boolean {
  if (name === '' || typeof name !== 'string') return name === '';
  return Object.hasOwn(endpoints, name) || Object.hasOwn(pages, name);
}

export const unknownPart = replyTo(new Refusal(404, 'There is no such part of the API'));
export const unknownOperation = replyTo(new Refusal(404, 'There is no such operation'));

/** The headers of every page. It loads only from its own origin, is in no frame, and may send requests to one more origin. */
export function pageHeaders({ tryOrigin = '' }: Pick<DocsOptions, 'tryOrigin'>): readonly string[] {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The icon is in the page.
    "img-src 'self' data:",
    `connect-src 'self' ${tryOrigin}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return ['Content-Security-Policy', policy.join('; '), 'Referrer-Policy', 'no-referrer'];
}

/** The inputs from which the documentation of an app is made. */
export interface DocsOptions {
  readonly limits: Limits;
  readonly paths: DocsPaths;
  readonly basePath: string;
  readonly compression: Compression;
  readonly inject: Inject;
  readonly errors: ErrorFormat;
  /** The origin of a service to which requests may go instead. */
  readonly tryOrigin?: string | undefined;
  /** The documentation that was rendered earlier, by target. */
  readonly documents?: Readonly<Record<string, PreparedText>>;
  /** The app without its handlers. */
  readonly subject: () => Subject;
  readonly onBug: (bug: unknown, requestId: string) => void;
}

/** Answers a request for one page. */
export type PageAnswer = (input: RouteInput) => Served;

/** Makes a lookup of the answers, by path. */
export type MakeAnswers = (
  contract: Contract,
  options: DocsOptions,
  ofDocument?: typeof import('../openapi/served.ts'),
) => (path: string) => PageAnswer | undefined;
