import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/fields/field.ts';
import { integer } from '../../src/fields/integer.ts';
import { list } from '../../src/fields/list.ts';
import { nullable } from '../../src/fields/nullable.ts';
import { object } from '../../src/fields/object.ts';
import { omittable } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { Issues } from '../../src/issues/issue.ts';

/** Containers that are checked as they are written. */

const note = object({ note: omittable(text()) });
const lamp = object({ name: text() });

describe('a container that is checked as it is written', () => {
  it.each<readonly [field: Field<unknown>, value: unknown, written: string]>([
    [list(integer()), [], '[]'],
    [list(integer()), [1], '[1]'],
    [list(integer()), [1, 2, 3], '[1,2,3]'],
    [list(list(text())), [['a', 'b'], []], '[["a","b"],[]]'],
    [nullable(integer()), null, 'null'],
    [nullable(integer()), 7, '7'],
    [note, {}, '{}'],
    [note, { note: 'n' }, '{"note":"n"}'],
  ])('%#: is written', (field, value, written) => {
    expect(field.writeValid(value)).toBe(written);
  });

  it.each<readonly [field: Field<unknown>, value: unknown, issues: readonly string[]]>([
    [list(integer()), { length: 0 }, [' list_type']],
    [list(integer()), [1, 'x', 2, 1.5], ['1 int_parsing', '3 int_from_float']],
    [nullable(integer()), 'x', [' int_parsing']],
    [list(lamp), [{ name: 'a' }, {}], ['1.name missing']],
  ])('%#: is refused', (field, value, issues) => {
    const outcome = field.writeValid(value);
    expect(
      outcome instanceof Issues && outcome.all.map(({ type, path }) => `${path.join('.')} ${type}`),
    ).toEqual(issues);
  });
});
