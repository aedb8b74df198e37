import type { Contract } from '../contract/endpoint.ts';
import { requestOf } from '../contract/example.ts';
import { Refusal } from '../contract/refusal.ts';
import { openApi } from '../docs/openapi.ts';
import { startScript } from '../docs/page.ts';
import { ask } from './ask.ts';
import type { App } from './exchange.ts';
import { document, type Reply, refuse } from './reply.ts';
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
    { method: 'GET', path: '/docs/{file}', answer: (_head, { file = '' }) => pageFile(file, pageFiles) },
  ];
}

function pageFile(name: string, pageFiles: PageFiles): Reply {
  const content = name === 'start.js' ? startScript : pageFiles(name);
  if (content === undefined) return refuse(new Refusal(404, 'Not Found'));
  return document(
    name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    content,
  );
}
