/** The target of a request line: the path, byte for byte, and the query without its question mark. */
export interface Target {
  readonly path: string;
  /** Undefined where the target has no question mark. */
  readonly query: string | undefined;
}

/** The target in its two parts. Of an absolute address, only what follows the authority counts (RFC 9112, 3.2.2). */
export function splitTarget(raw: string): Target {
  const target = raw.startsWith('/') ? raw : withoutOrigin(raw);
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: undefined }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

function withoutOrigin(raw: string): string {
  const origin = /^https?:\/\/[^/?#@]+(?![^/?#])/i.exec(raw)?.[0];
  if (origin === undefined) return raw;
  const rest = raw.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
