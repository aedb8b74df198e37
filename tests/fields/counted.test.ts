import { describe, expect, it } from 'vitest';
import { Issue, Issues, listing, toList } from '../../src/errors/issue.ts';
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

describe('an issue', () => {
  it('keeps the place that is shown apart from its own, within another value', () => {
    const issue = new Issue('missing', {}).with({ path: ['a'], source: ['b'] }).within(['c']);
    expect([issue.path, issue.source]).toEqual([
      ['c', 'a'],
      ['c', 'b'],
    ]);
  });

  it('is there only if something is wrong', () => {
    expect(Issues.of([])).toBeUndefined();
    expect(Issues.of([new Issue('missing', {})])?.shown).toHaveLength(1);
  });
});
