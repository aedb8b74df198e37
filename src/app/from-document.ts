import type { Contract } from '../contract/endpoint.ts';
import { readContract } from '../openapi/reading/contract.ts';
import { DocumentError, type Unsupported } from '../openapi/reading/mistake.ts';
import type { Files } from '../openapi/reading/references.ts';
import { type App, assemble } from './app.ts';
import { type AppOptions, defaultPaths, type RoutePaths } from './options.ts';

/** Options of an app that is made of a document, beside those of every app. */
export interface DocumentOptions extends AppOptions {
  /** The address of the document, against which its references are read; unless set, it refers to itself only. */
  readonly address?: string;
  /** The other files that the document refers to, by their addresses. */
  readonly files?: ReadonlyMap<string, unknown>;
  /** Throws an error where something can't be served exactly as the document says. */
  readonly failOnUnsupported?: boolean;
}

/** An app that was made of a document. */
export interface DocumentApp extends App<Contract> {
  /** All that is not served exactly as the document says. */
  readonly unsupported: readonly Unsupported[];
}

/**
 * Makes an app of an OpenAPI document: it validates requests, and answers those with which nothing is wrong by the example, the
 * default or a sample of the declared success. Throws an error, in one sentence, where the document can't be served.
 */
export function fromDocument(document: unknown, options: DocumentOptions = {}): DocumentApp {
  const { address = 'document:', files, failOnUnsupported = false, ...given } = options;
  const { values = 'fastapi', errors = 'pydantic' } = given;
  const byAddress = new Map([...(files ?? []), [address, document]]);
  const { contract, handlers, unsupported, declared } = readContract(
    { root: address, byAddress } satisfies Files,
    values,
  );
  const [first] = unsupported;
  if (failOnUnsupported && first) throw new DocumentError(`${first.place} ${first.what}`);
  const routes = { ...freePaths(contract), ...given.routes };
  const app = assemble(contract, handlers, { ...given, values, errors, routes }, declared);
  return { ...app, unsupported };
}

/** Leaves out the routes beside the endpoints whose paths the document has for its own. */
function freePaths({ endpoints }: Contract): Partial<RoutePaths> {
  const taken = new Set(
    Object.values(endpoints).flatMap(({ method, path }) => (method === 'GET' ? [path as string] : [])),
  );
  const all = Object.entries(defaultPaths).filter(([, path]) => typeof path === 'string' && taken.has(path));
  return Object.fromEntries(all.map(([name]) => [name, false]));
}
