import type { Contract } from '../contract/endpoint.ts';
import { Refusal } from '../contract/refusal.ts';
import { chooseCoding } from '../http/coding.ts';
import type { Route } from '../http/compile.ts';
import type { PageFile, PageFiles } from '../http/file.ts';
import { inject } from '../http/inject.ts';
import { detailsOf } from '../http/refusals.ts';
import { document, fileReply, type Reply, replyTo } from '../http/reply.ts';
import type { App } from '../http/types.ts';
import { openApi } from '../openapi/document.ts';
import { pageHeaders } from '../practice/contract/service.ts';
import type { Inject } from '../refusals/examples.ts';
import { errorPage } from './errors.ts';
import { page } from './page.ts';

/** What the service says of itself. */
export interface Documents {
  /** The page at `/docs`. */
  page(): string;
  /** What the page is made of and leads to. */
  readonly routes: readonly Route[];
}

/** The documents of a service, each made when it is first asked for: it takes answers of the service itself. */
export function docsRoutes(contract: Contract, app: App, pageFiles: PageFiles): Documents {
  const { files } = pageFiles;
  const answer: Inject = (request) => inject(app, request);
  return {
    page: once(() => page(contract, pageFiles)),
    routes: [
      route('/openapi.json', () => document('application/json', JSON.stringify(openApi(contract, answer)))),
      route('/docs/errors', () =>
        document(
          'text/html; charset=utf-8',
          errorPage({ contract, files, details: detailsOf(app.limits), ask: answer }),
          pageHeaders,
        ),
      ),
      ...files.map(fileRoute),
    ],
  };
}

function route(path: string, make: () => Reply): Route {
  return { method: 'GET', path, answer: once(make) };
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const missingFile = replyTo(new Refusal(404, 'The file is missing from this installation of Assay'));

function fileRoute(file: PageFile): Route {
  return {
    method: 'GET',
    path: `/docs/${file.name}`,
    answer({ head }) {
      const coding = chooseCoding(head.header('accept-encoding'));
      const content = file.read(coding);
      return content ? fileReply(file, coding, content) : missingFile;
    },
  };
}
