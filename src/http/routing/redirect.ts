/** Paths with and without a slash at the end. */

/** The path with its last slash taken away, or with one added. */
export function otherSpelling(path: string): string {
  return losesSlash(path) ? path.slice(0, -1) : `${path}/`;
}

/**
 * The way from a path to its other spelling, as a reference that is relative to the path (RFC 3986, 5.2): it holds behind
 * any prefix. A dot comes first, so that no segment is read as a scheme (`./a:b/`), and an empty one not as an authority.
 * Undefined where clients make another path of it.
 */
export function redirectReference(path: string): string | undefined {
  if (CHANGED_BY_CLIENTS.test(path)) return undefined;
  const segment = (end: number) => path.slice(path.lastIndexOf('/', end - 1) + 1, end);
  return losesSlash(path) ? `../${segment(path.length - 1)}` : `./${segment(path.length)}/`;
}

/** Dot segments, which clients resolve, and characters that end a path or part it for some of them. */
const CHANGED_BY_CLIENTS = /\/(?:\.|%2e){1,2}(?![^/])|[#\\]/i;

function losesSlash(path: string): boolean {
  return path.endsWith('/') && !path.endsWith('//');
}
