import { isRecord } from '../fields/values.ts';
import type { Endpoint, Example } from './endpoint.ts';
import { fillPath } from './path.ts';
import { writeForm } from './write-form.ts';

/** An example request, ready to send. */
export interface ExampleRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Builds the request of an example, for a service whose paths start with `basePath`. */
export function requestOf(endpoint: Endpoint, example: Example, basePath = ''): ExampleRequest {
  const { method, path } = endpoint;
  const filled = fillPath(path, example.params ?? {});
  const query = queryOf(example.query);
  const { contentType, body } = bodyOf(endpoint, example.body);
  return {
    method,
    target: basePath + filled + (query === '' ? '' : `?${query}`),
    headers: { ...(contentType !== undefined && { 'Content-Type': contentType }), ...example.headers },
    body,
  };
}

interface WrittenBody {
  readonly contentType?: string;
  readonly body: string | undefined;
}

function bodyOf({ body: declared }: Endpoint, value: unknown): WrittenBody {
  if (value === undefined) return { body: undefined };
  if (typeof declared === 'object' && 'form' in declared && isRecord(value))
    return writeForm(declared, value);
  return { contentType: 'application/json', body: JSON.stringify(value) };
}

function queryOf(query: Example['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new URLSearchParams(pairs).toString();
}
