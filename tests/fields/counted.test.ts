import { describe, expect, it } from 'vitest';
import {
  Found,
  Issue,
  Issues,
  inWords,
  listing,
  ofKind,
  type Path,
  toList,
  unlisted,
} from '../../src/errors/issue.ts';
import { integer, list, object } from '../../src/fields/index.ts';

/** Issues that are counted, and those of them that are listed. */

const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
const many = object(Object.fromEntries(names.map((name) => [name, integer()])));
const whole = Object.fromEntries(names.map((name) => [name, 1]));

describe('issues of objects that lack most of many properties', () => {
  it('are counted although they are not listed', () => {
    const items = [
      ...Array.from({ length: 100 }, () => ({})),
      whole,
      { p0: 1, other: 1, p1: undefined },
      { p0: 'x' },
    ];
    const issues = listing(toList(10), () => list(many).parse(items));
    expect(issues).toBeInstanceOf(Issues);
    expect((issues as Issues).count).toBe(100 * 20 + 19 + 20);
    const { all, more, shown } = issues as Issues;
    expect(all.length + more).toBe(2039);
    expect(more).toBeGreaterThan(1000);
    expect(shown).toHaveLength(all.length + 1);
  });
});

describe('what was found in the parts of a value', () => {
  const [missing, extra] = [new Issue('missing', {}), new Issue('extra_forbidden', 7)];
  const three = new Issues([missing.within(['a']), extra.within(['b']), missing.within(['c'])]);
  const found = (...parts: readonly (readonly [issues: Issues, path?: Path, shown?: Path])[]) => {
    const all = new Found();
    for (const [issues, path, shown] of parts) all.add(issues, path, shown);
    return all;
  };
  const listed = (issues: Issues | undefined) =>
    issues?.all.map(({ type, path, source }) => [type, path.join('.'), source.join('.')].join(' '));
  const pathsOf = (issues: Issues | undefined) => issues?.all.map(({ path }) => path.join('.'));

  it('is listed up to a limit, whichever way it was put together', () => {
    const renamed = three.map((issue) => issue.with({ label: 'A' }));
    for (const issues of [
      three,
      renamed,
      found([three, ['x']]).issues,
      found([three], [three]).issues,
      found([three.within(['x']).map((issue) => issue)]).issues,
    ]) {
      const cut = issues?.atMost(2);
      expect(cut?.all).toHaveLength(2);
      expect(cut?.more).toBe((issues?.count ?? 0) - 2);
      expect(cut?.shown.at(-1)).toMatchObject({ type: 'more_errors', context: { length: cut?.more } });
    }
  });

  it('has each issue at its place in the request, and at the one that is shown', () => {
    const one = new Issues([missing]);
    expect(listed(found([one, ['a'], ['b']]).issues)).toEqual(['missing b a']);
    expect(listed(found([one]).issues)).toEqual(['missing  ']);
    const inner = found([three, ['x'], ['y', 'z']], [one, ['d']]).issues;
    expect(listed(found([inner ?? one, ['v'], ['w']]).issues)).toEqual([
      'missing w.y.z.a v.x.a',
      'extra_forbidden w.y.z.b v.x.b',
      'missing w.y.z.c v.x.c',
      'missing w.d v.d',
    ]);
    expect(pathsOf(ofKind(three, 'int'))).toEqual(['int.a', 'int.b', 'int.c']);
  });

  it('is nothing if nothing was added, and the same if there is only one part', () => {
    expect(found().issues).toBeUndefined();
    expect(found().distinct).toBeUndefined();
    expect(found([three]).issues).toBe(three);
    expect(found([three]).distinct).toBe(three);
  });

  it('is listed once where several parts may have found the same', () => {
    const again = found([three], [three], [new Issues([missing])], [new Issues([extra, missing])]).distinct;
    expect(listed(again)).toEqual([
      'missing a a',
      'extra_forbidden b b',
      'missing c c',
      'missing  ',
      'extra_forbidden  ',
    ]);
    expect([again?.count, again?.more]).toEqual([Number.POSITIVE_INFINITY, 0]);
    const inside = found([again ?? three, ['x']], [three, ['x']]).issues;
    expect(pathsOf(inside)).toEqual(['x.a', 'x.b', 'x.c', 'x', 'x', 'x.a', 'x.b', 'x.c']);
  });

  it('has an unknown number of further issues if some were not looked at', () => {
    const changed = three.within(['x']).map((issue) => issue.with({ label: 'A' }));
    expect(found([changed], [changed]).distinct?.atMost(3)).toMatchObject({
      more: Number.POSITIVE_INFINITY,
    });
    expect(found([changed], [changed]).distinct?.atMost(7).more).toBe(0);
  });

  it('is changed when it is listed, as far as it is, if there is much of it', () => {
    let changed = 0;
    const change = (issue: Issue) => {
      changed++;
      return issue;
    };
    const [few, much] = [16, 17].map((count) => new Issues(new Array(count).fill(missing)).map(change));
    expect([few?.all.length, changed]).toEqual([16, 16]);
    expect([much?.atMost(3).all.length, changed]).toEqual([3, 19]);
  });

  it('has no parts if none of it is listed', () => {
    expect(found([unlisted(2)], [unlisted(3)]).issues).toMatchObject({ parts: [], count: 5 });
  });

  it('is looked through until enough of it was a repetition', () => {
    const last = new Issues([extra]).within(['last']);
    const pathsAfter = (repetitions: number) => {
      const parts = Array.from({ length: repetitions }, () => [new Issues([missing])] as const);
      return pathsOf(found(...parts, [last]).distinct?.atMost(2));
    };
    expect(pathsAfter(100)).toEqual(['', 'last']);
    expect(pathsAfter(200)).toEqual(['']);
  });
});

describe('an issue', () => {
  it('keeps the place that is shown apart from its own, within another value', () => {
    const issue = new Issue('missing', {}).with({ path: ['a'], source: ['b'] }).within(['c']);
    expect([issue.path, issue.source]).toEqual([
      ['c', 'a'],
      ['c', 'b'],
    ]);
  });

  it('is written in a line with the others, after its place', () => {
    const missing = new Issue('missing', {});
    const issues = new Issues([missing, missing.within(['a', 0])]);
    expect(inWords(issues)).toBe('it field required, a.0 field required');
  });

  it('is there only if something is wrong', () => {
    expect(Issues.of([])).toBeUndefined();
    expect(Issues.of([new Issue('missing', {})])?.shown).toHaveLength(1);
  });
});
