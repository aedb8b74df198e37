import type { IncomingMessage } from 'node:http';
import type { RequestHead } from '../../http/request.ts';

/** The head of a Node request. Headers are looked up in what was sent: `request.headers` drops repeated ones. */
export function headOf(request: IncomingMessage): RequestHead {
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    header: (name) => joined(request.rawHeaders, name),
  };
}

/** All values of a header, given names and values in turn. */
export function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  let values: string[] | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!isSpelling(rawHeaders[at], name)) continue;
    values ??= [];
    values.push(rawHeaders[at + 1] ?? '');
  }
  return values ?? none;
}

const none: readonly string[] = [];

function joined(rawHeaders: readonly string[], name: string): string | undefined {
  const values = valuesOf(rawHeaders, name);
  return values.length > 1 ? values.join(', ') : values[0];
}

/** Whether this is a header's name; their lengths tell almost all apart. */
function isSpelling(candidate: string | undefined, name: string): boolean {
  return candidate?.length === name.length && (candidate === name || candidate.toLowerCase() === name);
}
