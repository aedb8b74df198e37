import { type Endpoint, isForm } from '../contract/endpoint.ts';
import { type AnyField, derive } from '../fields/field.ts';
import type { Fit } from '../fields/fit.ts';
import { type Ahead, bodyField, type ReadAhead } from '../http/parse.ts';
import { ensure } from '../text/memo.ts';
import { atOnce, isDue, type Steps } from '../text/turns.ts';

/** What takes long is read in steps, before the request that it is in is checked at once. */

/** Reads a value in steps. */
export type ReadInSteps = (raw: unknown) => Steps<unknown>;

/** What was read for the request that is being checked, by what has read it and what was sent. */
let known: ReadonlyMap<unknown, ReadonlyMap<unknown, unknown>> = new Map();

/** Returns what was read ahead in steps, or else reads it at once. */
export function recall<Raw, Result>(
  inSteps: (raw: Raw) => Steps<Result>,
  raw: Raw,
  parse: () => Result,
): Result {
  const results = known.get(inSteps);
  return results?.has(raw) ? (results.get(raw) as Result) : parse();
}

/** Makes a field whose values are read ahead, if it reads them in steps. */
export function ahead(inner: AnyField): AnyField {
  const { parse, parseInSteps } = inner;
  if (!parseInSteps) return inner;
  const recalling = (raw: unknown, fit?: Fit) => recall(parseInSteps, raw, () => parse(raw, fit));
  return { ...derive(inner, { parse: recalling }), parseInSteps };
}

/** Reads what takes long of a request: values of fields that do so in steps, and the objects in its query. */
export const readAhead: ReadAhead = (endpoint, raw, body) => {
  const slow = [...slowParts(endpoint, raw, body)];
  return slow.length === 0 ? undefined : readEach(slow);
};

type SlowPart = readonly [inSteps: ReadInSteps, raw: unknown];

function* slowParts(endpoint: Endpoint, raw: Parameters<ReadAhead>[1], sent: unknown): Iterable<SlowPart> {
  const { params, query, headers, cookies, body, checkQuery } = endpoint;
  const form = isForm(body) ? body : undefined;
  const parts = [
    [params, raw.params],
    [query, raw.query],
    [headers, raw.headers],
    [cookies, raw.cookies],
    [form?.form, form && sent],
  ] as const;
  for (const [shape, values] of parts)
    for (const [name, value] of Object.entries(Object(values))) {
      const declared = Object(shape);
      // Only forms have fields that they don't declare.
      const field = Object.hasOwn(declared, name) ? declared[name] : Object(form).others;
      const { parseInSteps } = Object(field);
      if (parseInSteps) yield [parseInSteps, value];
    }
  const { inSteps } = Object(checkQuery);
  if (inSteps) yield [inSteps, raw.pairs];
  const parseInSteps = form ? undefined : bodyField(body)?.parseInSteps;
  if (parseInSteps) yield [parseInSteps, sent];
}

function* readEach(slow: readonly SlowPart[]): Steps<Ahead> {
  const results = new Map<ReadInSteps, Map<unknown, unknown>>();
  for (const [inSteps, raw] of slow) {
    if (results.size > 0 && isDue()) yield;
    const read = ensure(results, inSteps, () => new Map());
    if (!read.has(raw)) read.set(raw, yield* inSteps(raw));
  }
  return (parse) => {
    known = results;
    try {
      return parse();
    } finally {
      known = new Map();
    }
  };
}

/** Makes a field that changes what was sent before another one reads it. */
export function changed(
  inner: AnyField,
  read: (raw: unknown, parse: ReadInSteps) => Steps<unknown>,
  changes: Partial<AnyField> = {},
): AnyField {
  const { parseInSteps } = inner;
  const parse = (raw: unknown, fit?: Fit) => atOnce(read(raw, (each) => given(inner.parse(each, fit))));
  return {
    ...derive(inner, { ...changes, parse }),
    parseInSteps: parseInSteps && ((raw) => read(raw, parseInSteps)),
  };
}

/** The steps of what is there already. */
// biome-ignore lint/correctness/useYield: it takes no time.
export function* given<Result>(result: Result): Steps<Result> {
  return result;
}
