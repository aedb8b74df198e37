import { type Segment, segmentsOf } from '../../contract/path.ts';
import type { Params, RouteKey } from '../route.ts';
import { segmentReader } from './segment.ts';

/** The route that a request is for. */
export interface Match<Route> {
  readonly route: Route;
  readonly params: Params;
}

/** A route behind its base path. */
export interface CompiledRoute<Route> {
  readonly route: Route;
  readonly path: string;
  readonly segments: readonly Segment[];
  /** The path has parameters. */
  readonly isOpen: boolean;
  /** The match for a path that is known to fit, of which these are the segments. */
  match(sent: readonly string[]): Match<Route>;
}

export function compileRoute<Route extends RouteKey>(route: Route, basePath: string): CompiledRoute<Route> {
  const path = basePath + route.path;
  const segments = segmentsOf(path);
  const readers = segments.flatMap((segment, at) =>
    segment.names.length > 0 ? [paramReader(segment, at)] : [],
  );
  function match(sent: readonly string[]): Match<Route> {
    const params: Record<string, string> = {};
    for (const read of readers) read(sent, params);
    return { route, params };
  }
  return { route, path, segments, isOpen: readers.length > 0, match };
}

/**
 * The same route for one path only, whose match is made once. Parameters are copied: V8 remembers where objects were made that
 * stayed, and would put those of all requests among the old ones, with every text that they hold.
 */
export function fixRoute<Route>(
  compiled: CompiledRoute<Route>,
  sent: readonly string[],
): CompiledRoute<Route> {
  const { route } = compiled;
  const params = compiled.isOpen ? { ...compiled.match(sent).params } : none;
  const match = { route, params };
  return { ...compiled, match: () => match };
}

const none: Params = {};

type ParamReader = (sent: readonly string[], params: Record<string, string>) => void;

/** Reads the parameters of a segment. */
function paramReader(segment: Segment, at: number): ParamReader {
  const { names, texts, takesRest } = segment;
  const [name = ''] = names;
  if (takesRest) {
    return (sent, params) => {
      params[name] = sent.slice(at).join('/');
    };
  }
  if (texts.every((text) => text === '') && names.length === 1) {
    return (sent, params) => {
      params[name] = sent[at] ?? '';
    };
  }
  const read = segmentReader(segment);
  return (sent, params) => {
    const values = read(sent[at] ?? '') ?? [];
    for (let index = 0; index < names.length; index++) params[names[index] ?? ''] = values[index] ?? '';
  };
}
