import { documentIssues } from '../errors/document.ts';
import { Found, Issues, wrong as wrongAnywhere } from '../errors/issue.ts';
import { addIssues, type IssueType } from '../errors/table.ts';
import type { Context } from '../errors/words.ts';
import { type AnyField, derive, type Fit } from '../fields/field.ts';
import { omittable, unknown } from '../fields/optional.ts';
import { firstOf, type Open, type Samples } from '../fields/samples.ts';
import { isRecord } from '../fields/values.ts';
import { once } from '../text/memo.ts';

/** Adds a test that pydantic has no error type for: the issue names the keyword of the schema. */
export function matching(inner: AnyField, keyword: string, test: (raw: unknown) => boolean): AnyField {
  return alsoMeeting(inner, (raw) => (test(raw) ? raw : wrong('schema_keyword', raw, { keyword })));
}

/** Adds a check of the values that a field accepts. Its issues are those of the field or else those of the check. */
export function alsoMeeting(inner: AnyField, check: AnyField['parse']): AnyField {
  return derive(inner, {
    takesAnyText: false,
    parse(raw, fit) {
      const value = inner.parse(raw, fit);
      if (value instanceof Issues) return value;
      const checked = check(raw);
      return checked instanceof Issues ? checked : value;
    },
    samples(like, open) {
      const { accepted, refused } = inner.samples(like, open);
      return { accepted, refused: chained(refused, accepted) };
    },
  });
}

/** Adds a test that fails with an error type of pydantic. */
export function refusing(
  inner: AnyField,
  type: DocumentIssueType,
  isWrong: (value: unknown) => boolean,
): AnyField {
  return derive(inner, {
    takesAnyText: false,
    parse(raw, fit) {
      const value = inner.parse(raw, fit);
      return !(value instanceof Issues) && isWrong(value) ? wrong(type, raw) : value;
    },
  });
}

/** A field that refuses every value. */
export function never(keyword: string): AnyField {
  return derive(unknown(), {
    parse: (raw) => wrong('schema_keyword', raw, { keyword }),
    describe: () => ({ not: {} }),
    typeName: () => 'never',
    takesAnyText: false,
  });
}

/** A field whose values must be valid for all members. It merges the objects that these return, and reports each issue once. */
export function intersection(members: readonly AnyField[]): AnyField {
  const [last = never('allOf')] = members.slice(-1);
  return derive(last, {
    takesAnyText: members.every(({ takesAnyText }) => takesAnyText),
    parse: (raw, fit) => conjoined(() => parseAll(members, raw, fit)),
    samples: (like, open) => samplesOfAll(members, like, open),
  });
}

function parseAll(members: readonly AnyField[], raw: unknown, fit: Fit | undefined): unknown {
  const found = new Found();
  const values: unknown[] = [];
  for (const member of members) {
    const value = member.parse(raw, fit);
    values.push(value);
    if (value instanceof Issues) found.add(value);
  }
  return found.distinct ?? mergedValue(values, raw);
}

/** The value that members agree on. One that returns what was sent only checks it. */
function mergedValue(values: readonly unknown[], raw: unknown): unknown {
  const read = values.filter((value) => value !== raw);
  if (read.length < 2 || !read.every(isRecord)) return read.length > 0 ? read.at(-1) : raw;
  return Object.fromEntries(read.flatMap((value) => Object.entries(value)));
}

/** The samples of each member, based on the first samples of all members merged. */
function samplesOfAll(members: readonly AnyField[], like: unknown, open: Open): Samples {
  const firsts = members.map((member) => firstOf(member.samples(like, open).accepted));
  const objects = firsts.filter(isRecord);
  const whole = objects.length > 0 ? Object.assign({}, ...objects) : firsts[0];
  const all = members.map((member) => member.samples(like ?? whole, open));
  return {
    accepted: chained([whole], ...all.map(({ accepted }) => accepted)),
    refused: chained(...all.map(({ refused }) => refused)),
  };
}

export function* chained(...lists: readonly Iterable<unknown>[]): Iterable<unknown> {
  for (const list of lists) yield* list;
}

/** The types of issues that the fields of a document may have. */
export type DocumentIssueType = IssueType | keyof ReturnType<typeof documentIssues>;

const addDocumentIssues = once(() => addIssues(documentIssues()));

/** Returns a single issue. */
export function wrong(type: DocumentIssueType, input: unknown, context?: Context): Issues {
  addDocumentIssues();
  return wrongAnywhere(type as IssueType, input, context);
}

/** Makes a field optional, with the default of its schema. */
export function optionalField(inner: AnyField, schema: unknown): AnyField {
  const fallback = isRecord(schema) ? schema.default : undefined;
  if (fallback === undefined) return omittableOf(inner);
  return derive(inner, { absent: () => fallback, required: false });
}

/** Makes a field optional, once: a million properties may share its schema. */
function omittableOf(inner: AnyField): AnyField {
  const made = omittables.get(inner) ?? omittable(inner);
  omittables.set(inner, made);
  return made;
}

const omittables = new WeakMap<AnyField, AnyField>();

/** The limit on schemas tried for one value: a few that refer to each other can take exponential time. */
const MAX_TRIES = 200_000;

/** The limit on schemas tried in a search, which tries many values. */
const MAX_SEARCHED = 100_000;

let tries = 0;
let depth = 0;
/** The number of schemas that the search may still try, if there is one. */
let left = Number.POSITIVE_INFINITY;
/** The number of `allOf` that are being applied. */
let conjunctions = 0;

/** The value that a schema is being applied to, and the number of `allOf` around it. */
interface Application {
  readonly raw: unknown;
  readonly conjunctions: number;
}

/**
 * Wraps the field of a schema that is referred to, which may lead back to itself without going into the value. By way of an
 * `allOf` it is not applied again: the `oneOf` of a base often lists schemas that have the base in their `allOf`. Otherwise it
 * refuses the value, and also one for which too many schemas have been tried.
 */
export function guarded(inner: AnyField): AnyField {
  let current: Application | undefined;
  return derive(inner, {
    parse(raw, fit) {
      if (current && raw === current.raw)
        return conjunctions > current.conjunctions ? raw : wrong('recursion_loop', raw);
      if (depth === 0) tries = 0;
      if (++tries > MAX_TRIES) return wrong('recursion_loop', raw);
      if (--left < 0) throw exhausted;
      const outer = current;
      current = { raw, conjunctions };
      depth++;
      try {
        return inner.parse(raw, fit);
      } finally {
        depth--;
        current = outer;
      }
    },
  });
}

/** Applies the schemas of an `allOf`. */
function conjoined<Result>(apply: () => Result): Result {
  conjunctions++;
  try {
    return apply();
  } finally {
    conjunctions--;
  }
}

const exhausted = new Error('The search has tried too many schemas');

/** Runs a search that validates values; undefined if it takes too long, as with schemas that combine each other in many ways. */
export function limited<Result>(search: () => Result): Result | undefined {
  left = MAX_SEARCHED;
  try {
    return search();
  } catch (error) {
    if (error !== exhausted) throw error;
    return undefined;
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}
