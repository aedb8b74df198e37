import type { Contract } from '../contract/endpoint.ts';
import { requestOf } from '../contract/example.ts';
import { Refusal } from '../contract/refusal.ts';
import { openApi } from '../docs/openapi.ts';
import { startScript } from '../docs/page.ts';
import { ask } from './ask.ts';
import type { App } from './exchange.ts';
import { document, type Reply, replyTo } from './reply.ts';
import type { Route } from './serve.ts';

/** Gives a file of Swagger UI as text, if there is one of that name. */
export type PageFiles = (name: string) => string | undefined;

/** The routes that describe the service: its OpenAPI document, and what the page at `/docs` is made of. */
export function documents(contract: Contract, app: App, pageFiles: PageFiles): Route[] {
  let described: Reply | undefined;
  const describe = () => {
    const content = openApi(contract, (endpoint, example) => ask(app, requestOf(endpoint, example)));
    return document('application/json', JSON.stringify(content));
  };
  return [
    {
      method: 'GET',
      path: '/openapi.json',
      answer() {
        described ??= describe();
        return described;
      },
    },
    ...Object.entries(pageTypes).map(([name, type]) => pageFile(name, type, pageFiles)),
  ];
}

const pageTypes = {
  'start.js': 'text/javascript; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
};

function pageFile(name: string, mediaType: string, pageFiles: PageFiles): Route {
  return {
    method: 'GET',
    path: `/docs/${name}`,
    answer() {
      const content = name === 'start.js' ? startScript : pageFiles(name);
      return content === undefined ? replyTo(missingFile) : document(mediaType, content);
    },
  };
}

const missingFile = new Refusal(404, 'The file is missing from this installation of Assay');
