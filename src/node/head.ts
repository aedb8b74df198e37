import type { IncomingMessage } from 'node:http';
import type { RequestHead } from '../http/request.ts';

/** The head of a Node request. Headers are looked up in what was sent: `request.headers` drops repeated ones. */
export function headOf(request: IncomingMessage): RequestHead {
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    header: (name) => joined(request.rawHeaders, name),
  };
}

/** All values of a header, given names and values in turn. */
export function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const candidate = rawHeaders[at];
    if (candidate?.length === name.length && candidate.toLowerCase() === name)
      values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}

function joined(rawHeaders: readonly string[], name: string): string | undefined {
  const values = valuesOf(rawHeaders, name);
  return values.length === 0 ? undefined : values.join(', ');
}
