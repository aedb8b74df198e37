import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { createRouter, routeTable } from '../src/http/routing/router.ts';
import type { AppCore, RouteKey } from '../src/http/types.ts';
import { splitTarget } from '../src/http/types.ts';
import { once } from '../src/text/memo.ts';
import type { Sent } from './_hosts.ts';
import { pageOf } from './_page.ts';

/** The part of an OpenAPI document that tests look at. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, Content>> }>>;
}

interface Content {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Row extends RouteKey {
  readonly operation: Operation;
}

/** Fetches the document that the app serves. */
export async function documentOf(app: AppCore, basePath = ''): Promise<Document> {
  return JSON.parse((await pageOf(app, `${basePath}/openapi.json`)).body);
}

/** Statuses with which hosts refuse a request before its endpoint is known. */
const hostRefusals: readonly number[] = [414, 431];

/** Checks replies against the OpenAPI document of the service that sent them. */
export function createConformanceCheck(app: AppCore, basePath: string) {
  const described = once(async () => {
    const document = await documentOf(app, basePath);
    return { rows: createRouter(routeTable(rowsOf(document)), { basePath }), validate: validators(document) };
  });

  return {
    /** Expects the status to be declared, and the body to be what is declared for it. */
    async expectDeclared({ method = 'GET', target }: Sent, status: number, body: unknown): Promise<void> {
      const { rows, validate } = await described();
      const found = rows.choose(method, splitTarget(target));
      if (!('route' in found) || method === 'HEAD') return;
      const { route: row } = found;
      const declared = hostRefusals.includes(status) ? 'default' : String(status);
      expect(Object.keys(row.operation.responses), `${row.path} declares ${status}`).toContain(declared);
      const check = validate(row, declared);
      expect(check(body) ? [] : check.errors, `${row.path} ${status} ${JSON.stringify(body)}`).toEqual([]);
    },
  };
}

function rowsOf({ paths }: Document): Row[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase() as Row['method'],
      path,
      operation,
    })),
  );
}

function validators(document: Document): (row: Row, status: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'openapi', ...document });
  return ({ path, method, operation }, status) => {
    const [mediaType = ''] = Object.keys(operation.responses[status]?.content ?? {});
    const steps = ['paths', path, method.toLowerCase(), 'responses', status, 'content', mediaType, 'schema'];
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
    const validate = ajv.getSchema(`openapi#/${pointer.join('/')}`);
    if (!validate) throw new Error(`no schema at ${steps.join(' ')}`);
    return validate;
  };
}
