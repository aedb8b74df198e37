import { gapEnd, nesting, tokenEnd } from './scan.ts';

type Step = string | number;

/** A value in a JSON text: where it stands, and what it holds under keys or indices. */
interface Span {
  readonly start: number;
  end: number;
  readonly held: Map<Step, Span>;
}

/** An array or object whose end has not come yet. */
interface Container {
  readonly span: Span;
  readonly isObject: boolean;
  /** Of an object, the key whose value comes next. */
  key: string | undefined;
}

/**
 * Reads a valid JSON text once, to give the text of the value at any path, exactly as it was written: digits,
 * escapes, order and white space. Where a key comes twice, the last one counts, as in `JSON.parse`.
 */
export function sourcesOf(json: string): (path: readonly Step[]) => string | undefined {
  const root = spanOf(json);
  return (path) => {
    let span = root;
    for (const step of path) span = span?.held.get(step);
    return span && json.slice(span.start, span.end);
  };
}

/** Open containers are kept in a list and not on the call stack; the text itself counts as an array of one value. */
function spanOf(json: string): Span | undefined {
  const text: Container = {
    span: { start: 0, end: json.length, held: new Map() },
    isObject: false,
    key: undefined,
  };
  const open = [text];
  let end = 0;
  for (let at = gapEnd(json, 0); at < json.length; at = gapEnd(json, end)) {
    end = tokenEnd(json, at);
    take(json, at, end, open);
  }
  return text.span.held.get(0);
}

function take(json: string, start: number, end: number, open: Container[]): void {
  const container = open.at(-1);
  const level = nesting(json.charCodeAt(start));
  if (!container) return;
  if (level < 0) {
    container.span.end = end;
    open.pop();
  } else if (container.isObject && container.key === undefined) {
    container.key = keyOf(json.slice(start, end));
  } else {
    const span = { start, end, held: level > 0 ? new Map() : nothing };
    hold(container, span);
    if (level > 0) open.push(containerOf(json, span));
  }
}

/** What strings, numbers and words hold. */
const nothing: Map<Step, Span> = new Map();

function containerOf(json: string, span: Span): Container {
  return { span, isObject: json[span.start] === '{', key: undefined };
}

function hold(container: Container, value: Span): void {
  const { held } = container.span;
  held.set(container.key ?? held.size, value);
  container.key = undefined;
}

/** A key as written, quotation marks included, as it is meant: `"\u0061ge"` is `age`. */
function keyOf(written: string): string {
  return written.includes('\\') ? JSON.parse(written) : written.slice(1, -1);
}
