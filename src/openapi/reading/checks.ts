import { type AnyField, field } from '../../fields/field.ts';
import { isRecord } from '../../fields/record.ts';
import { firstOf, type Open, type Samples } from '../../fields/samples/samples.ts';
import { unknown } from '../../fields/unknown.ts';
import { type Issue, Issues, wrong } from '../../issues/issue.ts';
import type { IssueType } from '../../issues/table.ts';

/** A field whose values must pass one more test, for which pydantic has no type: the issue names the keyword. */
export function matching(inner: AnyField, keyword: string, test: (raw: unknown) => boolean): AnyField {
  return field<unknown>({
    ...withoutPlaces(inner),
    parse(raw, fit) {
      const value = inner.parse(raw, fit);
      if (value instanceof Issues || test(raw)) return value;
      return wrong('schema_keyword', raw, { keyword });
    },
    samples(like, open) {
      const { accepted, refused } = inner.samples(like, open);
      return { accepted, refused: chained(refused, accepted) };
    },
  });
}

/** A field whose values must pass one more test, for which pydantic has a type. */
export function refusing(inner: AnyField, type: IssueType, isWrong: (value: unknown) => boolean): AnyField {
  return field<unknown>({
    ...withoutPlaces(inner),
    parse(raw, fit) {
      const value = inner.parse(raw, fit);
      return !(value instanceof Issues) && isWrong(value) ? wrong(type, raw) : value;
    },
  });
}

/** A field of which every value is refused. */
export function never(keyword: string): AnyField {
  return field<unknown>({
    ...withoutPlaces(unknown()),
    parse: (raw) => wrong('schema_keyword', raw, { keyword }),
    describe: () => ({ not: {} }),
    typeName: () => 'never',
    takesAnyText: false,
  });
}

/** A value that all of these take; its value is that of the last. Everything that is wrong is told once. */
export function intersection(members: readonly AnyField[]): AnyField {
  const [last = never('allOf')] = members.slice(-1);
  return field<unknown>({
    ...withoutPlaces(last),
    parse(raw, fit) {
      const issues = new Map<string, Issue>();
      let value: unknown;
      for (const member of members) {
        value = member.parse(raw, fit);
        if (!(value instanceof Issues)) continue;
        for (const issue of value.all) {
          const key = JSON.stringify([issue.type, issue.path]);
          if (!issues.has(key)) issues.set(key, issue);
        }
      }
      return Issues.of([...issues.values()]) ?? value;
    },
    samples: (like, open) => samplesOfAll(members, like, open),
  });
}

/** The samples of each, on what the first ones of all come to together. */
function samplesOfAll(members: readonly AnyField[], like: unknown, open: Open): Samples {
  const firsts = members.map((member) => firstOf(member.samples(like, open).accepted));
  const whole = firsts.every(isRecord) ? Object.assign({}, ...firsts) : firsts[0];
  const all = members.map((member) => member.samples(like ?? whole, open));
  return {
    accepted: chained([whole], ...all.map(({ accepted }) => accepted)),
    refused: chained(...all.map(({ refused }) => refused)),
  };
}

export function* chained(...lists: readonly Iterable<unknown>[]): Iterable<unknown> {
  for (const list of lists) yield* list;
}

/** The field without its short way to say where it stands, which would pass by what is put around it. */
export function withoutPlaces({ parseAt: _, ...others }: AnyField): Omit<AnyField, 'parseAt'> {
  return others;
}
