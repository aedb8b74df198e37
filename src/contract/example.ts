import type { Endpoint, Example } from './endpoint.ts';
import { fillPath } from './path.ts';

/** A request as any HTTP client would be given it. */
export interface ExampleRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Builds the request that an example stands for, for a service whose paths start with `basePath`. */
export function requestOf({ method, path }: Endpoint, example: Example, basePath = ''): ExampleRequest {
  const filled = fillPath(path, example.params ?? {});
  const query = queryOf(example.query);
  const json = example.body === undefined ? {} : { 'Content-Type': 'application/json' };
  return {
    method,
    target: basePath + filled + (query === '' ? '' : `?${query}`),
    headers: { ...json, ...example.headers },
    body: example.body === undefined ? undefined : JSON.stringify(example.body),
  };
}

function queryOf(query: Example['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new URLSearchParams(pairs).toString();
}
