import type { ExampleRequest } from '../contract/example.ts';

/** Writes the command line that sends a request to `origin`. */
export function curlOf(origin: string, { method, target, headers, body }: ExampleRequest): string {
  const options = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) options.push(`-d ${quoted(body)}`);
  else if (method !== 'GET') options.push(`-X ${method}`);
  return ['curl', quoted(origin + target), ...options].join(' ');
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
