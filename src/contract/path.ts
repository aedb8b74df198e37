import { latePattern, remembering } from '../text/memo.ts';

/**
 * The paths of endpoints: text, with parameters in braces. A segment may have several (`/{owner}:{repo}`). A last segment
 * `{name:path}` takes the rest of the path, slashes included.
 */

/** A segment of a path: the names of its parameters, and the texts around them, of which there is one more. */
export interface Segment {
  readonly texts: readonly string[];
  readonly names: readonly string[];
  /** The one parameter takes this segment and all that follow. */
  readonly takesRest: boolean;
}

/** Characters that never occur in the path of a request: all but printable ASCII, and `?` and `#`, which end it. */
const UNSENT = /[^!-~]|[?#]/;
/** The end of a segment whose parameter takes the rest of the path. */
const REST = ':path}';
/** Excludes `__proto__`, which would set the prototype of an object of parameters. */
const name = latePattern(String.raw`^(?!__proto__$)[\p{L}_][\p{L}\p{N}\p{M}_.-]*$`);
/** A name as most are, in ASCII. To compile the other pattern takes longer than all checks of a contract. */
const PLAIN_NAME = /^[a-z][\w.-]*$/i;
const PARAMETER = /\{[^{}]*\}/g;
const noNames: readonly string[] = [];

/** A path as most are: of plain texts and parameters that take a segment each. Checking the others takes much longer. */
const PLAIN_PATH = /^(?:\/(?:[\w.~-]+|\{[a-z][\w.-]*\})?)+$/i;

/** Splits a valid path into its segments. */
export function segmentsOf(path: string): Segment[] {
  return path.slice(1).split('/').map(segmentOf);
}

/** The most paths and segments that are remembered: as many as a large contract has. */
const MAX_REMEMBERED = 1000;

/** The names of the parameters of a path, in order. Several checks ask for them, each for those of all paths. */
export const paramNames: (path: string) => readonly string[] = remembering(
  (path) => (path.includes('{') ? segmentsOf(path).flatMap(({ names }) => names) : noNames),
  MAX_REMEMBERED,
);

/** The path as OpenAPI writes it, which has no syntax for a parameter that takes the rest. */
export function templateOf(path: string): string {
  return path.replace(/:path\}$/, '}');
}

/** Returns the path as requests send it, with characters percent-encoded where they must be. */
export function routedPath(path: string): `/${string}` {
  const encoded = path.replace(/\{[^{}]*\}|[^!-~]/gu, (part) =>
    part.startsWith('{') && part !== '{' ? part : encodeURIComponent(part),
  );
  return encoded.startsWith('/') ? `/${encoded.slice(1)}` : `/${encoded}`;
}

/** Fills in the parameters of a path, percent-encoded. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  const segments = segmentsOf(path).map(({ texts, names, takesRest }) => {
    const values = names.map((name) => encodeURIComponent(params[name] ?? ''));
    const filled = texts.map((text, at) => text + (values[at] ?? '')).join('');
    return takesRest ? filled.replaceAll('%2F', '/') : filled;
  });
  return `/${segments.join('/')}`;
}

/** Checks a prefix of paths: empty, or a path without parameters, empty segments and a slash at its end. */
export function isBasePath(text: string): boolean {
  return text === '' || (pathMistake(text) === undefined && !/[{}]|\/(?:\/|$)/.test(text));
}

/** Returns the first mistake in a path, as the end of a sentence about its endpoint; undefined if it is valid. */
export function pathMistake(path: string): string | undefined {
  const mistake = mistakeIn(path);
  return mistake && `has the path ${JSON.stringify(path)}, ${mistake}`;
}

function mistakeIn(path: string): string | undefined {
  const ofForm = PLAIN_PATH.test(path) ? undefined : mistakenForm(path);
  if (ofForm !== undefined) return ofForm;
  const mistake = namesMistake(paramNames(path));
  return mistake && `in which ${mistake}`;
}

function mistakenForm(path: string): string | undefined {
  if (!path.startsWith('/')) return 'which does not start with a slash';
  const texts = path.replace(PARAMETER, '');
  const unsent = texts.codePointAt(texts.search(UNSENT));
  if (unsent !== undefined)
    return `in which ${JSON.stringify(String.fromCodePoint(unsent))} must be percent-encoded`;
  const parts = path.slice(1).split('/');
  if (!parts.every(hasPairedBraces)) return 'in which a brace is unmatched or nested';
  return parts.slice(0, -1).some(isRest) ? 'which goes on after its :path parameter' : undefined;
}

function hasPairedBraces(part: string): boolean {
  return part.split('{').every((piece, at) => piece.split('}').length === (at === 0 ? 1 : 2));
}

function namesMistake(names: readonly string[]): string | undefined {
  const wrong = names.find((each) => !(PLAIN_NAME.test(each) || name().test(each)));
  if (wrong !== undefined)
    return `{${wrong}} must be a name of letters, digits, "_", "-" and ".", and begin with a letter or "_"`;
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  return twice === undefined ? undefined : `{${twice}} occurs twice`;
}

/** The paths of a large contract are made of few segments. */
const segmentOf: (text: string) => Segment = remembering(readSegment, MAX_REMEMBERED);

function readSegment(text: string): Segment {
  if (!text.includes('{')) return { texts: [text], names: noNames, takesRest: false };
  const takesRest = isRest(text);
  const pieces = (takesRest ? text.replace(':path', '') : text).split(/[{}]/);
  return {
    texts: pieces.filter((_, at) => at % 2 === 0),
    names: pieces.filter((_, at) => at % 2 === 1),
    takesRest,
  };
}

function isRest(segment: string): boolean {
  const colon = segment.length - REST.length;
  return segment.lastIndexOf('{') === 0 && segment.endsWith(REST) && segment.indexOf(':') === colon;
}
