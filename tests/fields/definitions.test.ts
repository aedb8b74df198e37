import { describe, expect, it } from 'vitest';
import { Definitions } from '../../src/fields/definitions.ts';
import type { Field } from '../../src/fields/field.ts';
import { list } from '../../src/fields/list.ts';
import { float } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { lazy } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';

/** The schemas of kinds that have names, and the references to them. */

const same = object({ a: text() }, { name: 'Same' });
const other = object({ a: float() }, { name: 'Other' });

describe('a kind with a name', () => {
  it('is told once where both sides have one schema', () => {
    const definitions = new Definitions();
    const refer = { $ref: '#/$defs/Same' };
    expect(same.describe('input', definitions)).toEqual(refer);
    expect(same.describe('output', definitions)).toEqual(refer);
    expect(Object.keys(definitions.all)).toEqual(['Same']);
  });

  it.each([
    ['output', 'input', 'OtherInput'],
    ['input', 'output', 'OtherOutput'],
  ] as const)('has a second name where %s and %s differ', (first, second, name) => {
    const definitions = new Definitions('#/components/schemas/');
    expect(other.describe(first, definitions)).toEqual({ $ref: '#/components/schemas/Other' });
    expect(other.describe(second, definitions)).toEqual({ $ref: `#/components/schemas/${name}` });
    expect(Object.keys(definitions.all)).toEqual(['Other', name]);
    expect(definitions.all[name]).not.toEqual(definitions.all.Other);
  });

  it('has a name of its own if it is recursive and has none', () => {
    const definitions = new Definitions();
    const tree: Field<unknown> = list(lazy(() => tree));
    expect(lazy(() => tree).describe('output', definitions)).toEqual({ $ref: '#/$defs/Recursive' });
    expect(definitions.all).toEqual({ Recursive: { type: 'array', items: { $ref: '#/$defs/Recursive' } } });
  });

  it('is told apart from others of its name, and named by what an address may have', () => {
    const definitions = new Definitions();
    const [first, second, third] = ['A b', 'A b', 'A_b'].map((name) => object({ a: text() }, { name }));
    const references = [first, second, third, first].map((kind) => kind?.describe('output', definitions));
    expect(references).toEqual(['A_b', 'A_b2', 'A_b3', 'A_b'].map((name) => ({ $ref: `#/$defs/${name}` })));
  });
});
