import type { Endpoint, Example } from './endpoint.ts';

/** A request as any HTTP client would be given it. */
export interface ExampleRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The request that an example stands for. */
export function requestOf({ method, path }: Endpoint, example: Example): ExampleRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(example.params?.[name] ?? ''));
  const query = new URLSearchParams(example.query).toString();
  const json = example.body === undefined ? {} : { 'Content-Type': 'application/json' };
  return {
    method,
    target: query === '' ? filled : `${filled}?${query}`,
    headers: { ...json, ...example.headers },
    body: example.body === undefined ? undefined : JSON.stringify(example.body),
  };
}

/** A name for the example of this title that fits wherever names are identifiers: `three-fields-are-wrong`. */
export function slug(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** The command line that sends an example to `origin`. */
export function curlOf(origin: string, { method, target, headers, body }: ExampleRequest): string {
  const options = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) options.push(`-d ${quoted(body)}`);
  else if (method !== 'GET') options.push(`-X ${method}`);
  return ['curl', quoted(origin + target), ...options].join(' ');
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
