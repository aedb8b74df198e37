import { documentIssues } from '../errors/document.ts';
import { Found, Issues, pauseListing, resumeListing, wrong as wrongAnywhere } from '../errors/issue.ts';
import { addIssues, type IssueType } from '../errors/table.ts';
import type { Context } from '../errors/words.ts';
import { type AnyField, derive } from '../fields/field.ts';
import type { Fit } from '../fields/fit.ts';
import { omittable, unknown } from '../fields/optional.ts';
import { firstInTurns, type Open, onBothSides, type Samples } from '../fields/samples.ts';
import { isRecord } from '../fields/values.ts';
import { maySpend, stepsOf } from '../fields/work.ts';
import { once } from '../text/memo.ts';
import { atOnce, type Steps, stepsBy } from '../text/turns.ts';

/** A test of what was sent. One that may take long can be made in steps. */
export interface Test {
  (raw: unknown): boolean;
  readonly inSteps?: (raw: unknown) => Steps<boolean>;
}

/** Makes a test from one in steps. */
export function testInSteps(inSteps: (raw: unknown) => Steps<boolean>): Test {
  return Object.assign((raw: unknown) => atOnce(inSteps(raw)), { inSteps });
}

/** Adds a test that pydantic has no error type for: the issue names the keyword of the schema. */
export function matching(inner: AnyField, keyword: string, test: Test): AnyField {
  const tooComplex = (raw: unknown) => wrong('too_complex', raw);
  const mayTest = (raw: unknown) => maySpend(stepsOf(raw));
  const judged = (raw: unknown, isMet: boolean) => {
    // Without steps left, the test may have come out wrong.
    if (!maySpend(0)) return tooComplex(raw);
    return isMet ? raw : wrong('schema_keyword', raw, { keyword });
  };
  const check = (raw: unknown) => {
    if (!mayTest(raw)) return tooComplex(raw);
    const isMet = unreported(() => test(raw));
    return judged(raw, isMet);
  };
  const { inSteps } = test;
  if (!inSteps) return alsoMeeting(inner, check);
  return alsoMeeting(inner, check, function* (raw) {
    if (!mayTest(raw)) return tooComplex(raw);
    return judged(raw, yield* unreportedSteps(inSteps(raw)));
  });
}

/** Applies a test, or reads a value, without making the issues that it finds: nobody is told of them. */
export function unreported<Result>(test: () => Result): Result {
  const before = pauseListing();
  try {
    return test();
  } finally {
    resumeListing(before);
  }
}

/** Takes steps without making the issues that they find. */
export function unreportedSteps<Result>(steps: Steps<Result>): Steps<Result> {
  return stepsBy(unreported, steps);
}

/** Adds a check of the values that a field accepts. Its issues are those of the field or else those of the check. */
export function alsoMeeting(
  inner: AnyField,
  check: AnyField['parse'],
  checkInSteps?: AnyField['parseInSteps'],
): AnyField {
  const { parseInSteps } = inner;
  const made = derive(inner, {
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
  if (!parseInSteps && !checkInSteps) return made;
  return {
    ...made,
    *parseInSteps(raw) {
      const value = parseInSteps ? yield* parseInSteps(raw) : inner.parse(raw);
      if (value instanceof Issues) return value;
      const checked = checkInSteps ? yield* checkInSteps(raw) : check(raw);
      return checked instanceof Issues ? checked : value;
    },
  };
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
    typeName: () => 'never',
    takesAnyText: false,
  });
}

/** Counts the `allOf` that are being applied. */
interface Conjunctions {
  conjoined<Result>(apply: () => Result): Result;
}

/** A field whose values must be valid for all members. It merges the objects that these return, and reports each issue once. */
export function intersection(members: readonly AnyField[], guard: Conjunctions): AnyField {
  const [last = never('allOf')] = members.slice(-1);
  return derive(last, {
    takesAnyText: members.every(({ takesAnyText }) => takesAnyText),
    parse: (raw, fit) => guard.conjoined(() => parseAll(members, raw, fit)),
    samples: (like, open) => samplesOfAll(members, like, open),
  });
}

function parseAll(members: readonly AnyField[], raw: unknown, fit: Fit | undefined): unknown {
  if (!maySpend(members.length * stepsOf(raw))) return wrong('too_complex', raw);
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
  return onBothSides(function* (side) {
    const firsts: unknown[] = [];
    for (const member of members) firsts.push(yield* firstInTurns(member.samples(like, open).accepted));
    const objects = firsts.filter(isRecord);
    const whole = objects.length > 0 ? Object.fromEntries(objects.flatMap(Object.entries)) : firsts[0];
    if (side === 'accepted') yield whole;
    for (const member of members) yield* member.samples(like ?? whole, open)[side];
  });
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
