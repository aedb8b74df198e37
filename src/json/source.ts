import { gapEnd, nesting, tokenEnd, valueEnd } from './scan.ts';

type Step = string | number;

/** A value in a JSON text: where it stands, and what it holds. */
interface Span {
  readonly start: number;
  end: number;
  /** Of an array that is not empty. */
  items: Span[] | undefined;
  /** Of an object that is not empty. */
  members: Map<string, Span> | undefined;
  /** Of an object whose end has not come yet, the key whose value comes next. */
  key: string | undefined;
}

/**
 * Reads a valid JSON text once, to give the text of the value at any path of at most so many steps, exactly as it was
 * written: digits, escapes, order and white space. Where a key comes twice, the last one counts, as in `JSON.parse`.
 */
export function sourcesOf(
  json: string,
  steps = Number.POSITIVE_INFINITY,
): (path: readonly Step[]) => string | undefined {
  const root = steps > 0 ? rootOf(json, steps) : undefined;
  return (path) => {
    if (path.length === 0) return json.trim();
    let span = root;
    for (const step of path) span = typeof step === 'string' ? span?.members?.get(step) : span?.items?.[step];
    return span && json.slice(span.start, span.end);
  };
}

/**
 * Open containers are kept in a list and not on the call stack; the text itself counts as an array of one value. What
 * no path reaches is stepped over as a whole.
 */
function rootOf(json: string, steps: number): Span | undefined {
  const text = spanOf(0, json.length);
  const open = [text];
  let end = 0;
  for (let at = gapEnd(json, 0); at < json.length; at = gapEnd(json, end)) {
    end = open.length > steps ? valueEnd(json, at) : tokenEnd(json, at);
    take(json, at, end, open);
  }
  return text.items?.[0];
}

/** Takes the end of a container, a key, or a value: a whole one, or the bracket that opens it. */
function take(json: string, start: number, end: number, open: Span[]): void {
  const container = open.at(-1);
  const level = nesting(json.charCodeAt(start));
  if (!container) return;
  if (level < 0) {
    container.end = end;
    open.pop();
  } else if (open.length > 1 && json[container.start] === '{' && container.key === undefined) {
    container.key = keyOf(json.slice(start, end));
  } else {
    const span = spanOf(start, end);
    hold(container, span);
    if (level > 0 && end === start + 1) open.push(span);
  }
}

function hold(container: Span, value: Span): void {
  if (container.key === undefined) {
    container.items ??= [];
    container.items.push(value);
  } else {
    container.members ??= new Map();
    container.members.set(container.key, value);
    container.key = undefined;
  }
}

function spanOf(start: number, end: number): Span {
  return { start, end, items: undefined, members: undefined, key: undefined };
}

/** A key as written, quotation marks included, as it is meant: `"\u0061ge"` is `age`. */
function keyOf(written: string): string {
  return written.includes('\\') ? JSON.parse(written) : written.slice(1, -1);
}
