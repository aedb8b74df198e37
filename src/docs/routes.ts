import type { Contract } from '../contract/endpoint.ts';
import { Refusal } from '../contract/refusal.ts';
import type { JsonSchema } from '../fields/definition.ts';
import { chooseCoding } from '../http/coding.ts';
import type { PageFile, PageFiles } from '../http/file.ts';
import type { Inject } from '../http/inject.ts';
import type { Limits } from '../http/limits.ts';
import { once } from '../http/once.ts';
import { detailsOf } from '../http/refusals.ts';
import { type Reply, replyTo } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { document, fileReply } from '../http/static.ts';
import { openApi, serversAt } from '../openapi/document.ts';
import { withFaults } from '../openapi/faults.ts';
import { toVersion30 } from '../openapi/version-3-0.ts';
import type { Subject } from '../refusals/subject.ts';
import { errorPage } from './errors.ts';
import { pageHeaders } from './headers.ts';
import { page } from './page.ts';
import { refusalsRoute } from './refusals.ts';

/** The paths of the documentation; false leaves a page out. */
export interface DocsPaths {
  readonly docs: string | false;
  readonly errors: string | false;
  readonly openapi: string | false;
  readonly openapi30: string | false;
  readonly refusals: string | false;
}

export interface DocsOptions {
  readonly limits: Limits;
  readonly paths: DocsPaths;
  readonly basePath: string;
  readonly pageFiles: PageFiles;
  readonly inject: Inject;
  /** The documentation as it was made before, by path. */
  readonly documents?: Readonly<Record<string, string>>;
  /** The app whose handlers are never called. */
  readonly subject: () => Subject;
}

/** The documentation of an app as routes. Each page is made when it is first asked for. */
export function docsRoutes(contract: Contract, options: DocsOptions): Route[] {
  const { limits, paths, basePath, pageFiles, documents = {}, inject, subject } = options;
  const { files } = pageFiles;
  const html = (path: string | false, make: () => string) =>
    route(path, () => document('text/html; charset=utf-8', textAt(path, documents) ?? make(), pageHeaders));
  const details = detailsOf(limits);
  const openapi = once(() => {
    const shown =
      shownDocument(contract, basePath) ?? openApi(contract, { basePath, inject, subject: subject() });
    return subject().hasFaults ? withFaults(shown) : shown;
  });
  const json = (path: string | false, make: () => JsonSchema) =>
    route(path, () => document('application/json', textAt(path, documents) ?? JSON.stringify(make())));
  return [
    ...html(paths.docs, () => page(contract, pageFiles)),
    ...html(paths.errors, () => errorPage({ contract, files, details, inject })),
    ...json(paths.openapi, openapi),
    ...json(paths.openapi30, () => toVersion30(openapi())),
    ...(paths.refusals === false
      ? []
      : [refusalsRoute(paths.refusals, subject, textAt(paths.refusals, documents))]),
    ...(paths.docs === false ? [] : files.map((file) => fileRoute(`${paths.docs}/${file.name}`, file))),
  ];
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

function route(path: string | false, make: () => Reply): Route[] {
  return path === false ? [] : [{ method: 'GET', path, answer: once(make) }];
}

const missingFile = replyTo(new Refusal(404, 'The file is missing from this installation'));

function fileRoute(path: string, file: PageFile): Route {
  return {
    method: 'GET',
    path,
    answer({ head }) {
      const coding = chooseCoding(head.header('accept-encoding'));
      const content = file.read(coding);
      return content ? fileReply(file, coding, content) : missingFile;
    },
  };
}
