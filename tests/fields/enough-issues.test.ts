import { describe, expect, it } from 'vitest';
import { Issues, listing, toList } from '../../src/errors/issue.ts';
import { dictionary } from '../../src/fields/dictionary.ts';
import { type AnyField, derive } from '../../src/fields/field.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { union } from '../../src/fields/union.ts';
import { spending } from '../../src/fields/work.ts';

/** Long lists in which nearly every item is wrong, of which only some issues are listed. */

const LENGTH = 100_000;
const items: readonly unknown[] = [...new Array(LENGTH - 1).fill({}), { c: 7 }];

/** Counts how often a field reads a value. */
function countedReads(inner: AnyField) {
  let count = 0;
  const parse: AnyField['parse'] = (raw, fit) => {
    count++;
    return inner.parse(raw, fit);
  };
  return { field: derive(inner, { parse }), reads: () => count };
}

const read = (field: AnyField, raw: unknown) =>
  spending({ left: LENGTH * 1000 }, () => listing(toList(100), () => field.parse(raw)));

describe.each([
  ['a list', (item: AnyField): AnyField => list(item), items],
  ['a dictionary', (item: AnyField): AnyField => dictionary(item), { ...items }],
])('%s', (_, of, raw) => {
  it('is not read to its end if that would take many steps', () => {
    const { field, reads } = countedReads(union(object({ a: integer() }), object({ b: integer() })));
    const issues = read(of(field), raw);
    expect(issues).toBeInstanceOf(Issues);
    expect(issues).toMatchObject({ count: Number.POSITIVE_INFINITY });
    expect(reads()).toBeLessThan(LENGTH * 0.7);
  });

  it('has all of its issues counted if that takes no steps', () => {
    const { field, reads } = countedReads(object({ a: integer() }));
    expect(read(of(field), raw)).toMatchObject({ count: LENGTH });
    expect(reads()).toBe(LENGTH);
  });

  it('is read to its end if little is wrong', () => {
    const { field, reads } = countedReads(
      union(object({ c: integer() }), object({ d: integer({ min: 1 }) })),
    );
    const fit = Array.isArray(raw) ? items.map(() => ({ c: 1 })) : { ...items.map(() => ({ d: 1 })) };
    expect(read(of(field), fit)).toEqual(fit);
    expect(reads()).toBe(LENGTH);
  });
});

it('an object with many required properties is valid also where no more issues are listed', () => {
  const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
  const whole = Object.fromEntries(names.map((name) => [name, 1]));
  const field = list(union(object(Object.fromEntries(names.map((name) => [name, integer()]))), integer()));
  const wrong = new Array(200).fill('wrong');
  expect(read(field, [...wrong, whole])).toMatchObject({ count: (read(field, wrong) as Issues).count });
});
