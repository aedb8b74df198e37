/** Paths with and without a trailing slash. */

/** Removes the trailing slash of a path, or adds one. */
export function otherSpelling(path: string): string {
  return losesSlash(path) ? path.slice(0, -1) : `${path}/`;
}

/**
 * Returns a reference to the other spelling, relative to the path so that it works behind any prefix (RFC 3986, 5.2). It begins
 * with a dot, so that no segment is read as a scheme (`./a:b/`), and no empty one as an authority. Undefined if clients would
 * change the path.
 */
export function redirectReference(path: string): string | undefined {
  if (CHANGED_BY_CLIENTS.test(path)) return undefined;
  const segment = (end: number) => path.slice(path.lastIndexOf('/', end - 1) + 1, end);
  return losesSlash(path) ? `../${segment(path.length - 1)}` : `./${segment(path.length)}/`;
}

/** Dot segments, which clients resolve, and characters that end a path or separate segments for some clients. */
const CHANGED_BY_CLIENTS = /\/(?:\.|%2e){1,2}(?![^/])|[#\\]/i;

function losesSlash(path: string): boolean {
  return path.endsWith('/') && !path.endsWith('//');
}
