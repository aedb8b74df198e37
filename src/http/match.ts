import { Refusal, refuse } from '../contract/refusal.ts';
import { bodiless, type Reply } from './reply.ts';
import type { Params, RouteKey } from './route.ts';
import type { Target } from './target.ts';

/** The row that a request is for, and the segments that its path leaves open, as they were sent. */
export interface Match<Row> {
  readonly row: Row;
  readonly params: Params;
}

/** What a request leads to: a row, a refusal, or an answer that needs no row. */
export type Choice<Row> = Match<Row> | Refusal | Reply;

/** Chooses among rows. */
export interface Matcher<Row> {
  choose(method: string, target: Target): Choice<Row>;
  /** The path of the rows that a path leads to, whatever the method. */
  pathOf(path: string): string | undefined;
}

/** Further headers for the reply to `OPTIONS`, given the methods that are allowed. */
export type OptionsHeaders = (methods: string) => readonly string[];

const notFound = refuse(404, 'Not Found');

/** Compiles rows into what chooses among them. Paths are compared byte for byte, whatever they mean decoded. */
export function matcher<Row extends RouteKey>(
  rows: readonly Row[],
  optionsHeaders: OptionsHeaders = () => [],
): Matcher<Row> {
  const find = finder(rows, optionsHeaders);
  const everywhere = optionsReply(rows, optionsHeaders);

  return {
    choose(method, { path, query }) {
      const found = find(path);
      if (found) return found.resource.choose(method, found.params);
      if (path === '*' && method === 'OPTIONS') return everywhere;
      const twin = otherSpelling(path);
      return find(twin) ? redirect(query === undefined ? twin : `${twin}?${query}`) : notFound;
    },
    pathOf: (path) => find(path)?.resource.path,
  };
}

/** One path, and what its methods are answered by. */
interface Resource<Row> {
  readonly path: string;
  readonly segments: readonly string[];
  readonly choose: (method: string, params: Params) => Choice<Row>;
}

type Find<Row> = (path: string) => { resource: Resource<Row>; params: Params } | undefined;

function finder<Row extends RouteKey>(rows: readonly Row[], optionsHeaders: OptionsHeaders): Find<Row> {
  const paths = [...new Set(rows.map(({ path }) => path))];
  const all = paths.map((path) => {
    const here = rows.filter((row) => row.path === path);
    return resource(path, here, optionsReply(here, optionsHeaders));
  });
  const open = all.filter(({ segments }) => segments.some(nameOf));
  const closed = new Map(
    all
      .filter((each) => !open.includes(each))
      .map((each) => [each.segments.join('/'), { resource: each, params: {} }]),
  );
  /** A path may have thousands of segments, none of which matters once there are more than any row has. */
  const maxSegments = Math.max(...open.map(({ segments }) => segments.length));
  const longest = Math.max(...Array.from(closed.keys(), (path) => path.length));

  return (path) => {
    const exact = path.length > longest ? undefined : closed.get(path);
    if (exact) return exact;
    const segments = path.split('/', maxSegments + 1);
    for (const each of open) {
      const params = bind(each.segments, segments);
      if (params) return { resource: each, params };
    }
    return undefined;
  };
}

function resource<Row extends RouteKey>(path: string, rows: readonly Row[], options: Reply): Resource<Row> {
  const byMethod = new Map<string, Row>(rows.map((row) => [row.method, row]));
  const notAllowed = new Refusal(405, 'Method Not Allowed', { Allow: allow(rows) });
  return {
    path,
    segments: path.split('/'),
    choose(method, params) {
      const row = byMethod.get(method === 'HEAD' ? 'GET' : method);
      if (row) return { row, params };
      return method === 'OPTIONS' ? options : notAllowed;
    },
  };
}

function optionsReply(rows: readonly RouteKey[], further: OptionsHeaders): Reply {
  const methods = allow(rows);
  return bodiless(204, ['Allow', methods, ...further(methods)]);
}

function allow(rows: readonly RouteKey[]): string {
  const methods = new Set(rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
  return [...methods, 'OPTIONS'].join(', ');
}

/** The segments of a path under the names that the pattern gives them, if it has that shape. */
function bind(pattern: readonly string[], segments: readonly string[]): Params | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, expected] of pattern.entries()) {
    const segment = segments[at] ?? '';
    const name = nameOf(expected);
    if (name === undefined ? segment !== expected : segment === '') return undefined;
    if (name !== undefined) params[name] = segment;
  }
  return params;
}

/** The name in `{name}`. */
function nameOf(segment: string): string | undefined {
  return segment.startsWith('{') ? segment.slice(1, -1) : undefined;
}

/** The path with its last slash taken away, or with one added. */
function otherSpelling(path: string): string {
  return path.endsWith('/') && !path.endsWith('//') ? path.slice(0, -1) : `${path}/`;
}

function redirect(location: string): Reply {
  return bodiless(307, ['Location', location]);
}
