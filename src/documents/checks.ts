import { type Issue, Issues } from '../errors/issue.ts';
import type { Fit } from '../fields/field.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { unknown } from '../fields/optional.ts';
import { firstOf, type Open, type Samples } from '../fields/samples.ts';
import { isRecord } from '../fields/values.ts';
import { conjoined } from './guarded.ts';
import { type DocumentIssueType, wrong } from './issues.ts';

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
  const issues = new Map<string, Issue>();
  const values: unknown[] = [];
  for (const member of members) {
    const value = member.parse(raw, fit);
    values.push(value);
    for (const issue of value instanceof Issues ? value.all : []) {
      const key = JSON.stringify([issue.type, issue.path]);
      if (!issues.has(key)) issues.set(key, issue);
    }
  }
  return Issues.of([...issues.values()]) ?? mergedValue(values, raw);
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
