import { expect, it } from 'vitest';
import { type Node, setOf, simplified } from '../../src/text/pattern/sets.ts';

/** Simplification of patterns: repetitions at the ends are cut to their minimum. */

const a = setOf([[0x61, 0x61]]);
const repeat = (min: number, max: number): Node => ({ type: 'repeat', node: a, min, max });
const sequence = (...parts: readonly Node[]): Node => ({ type: 'sequence', parts });
const infinity = Number.POSITIVE_INFINITY;

it.each<[string, Node, Node]>([
  ['a repetition', repeat(1, infinity), repeat(1, 1)],
  ['a character', a, a],
  [
    'the ends of a sequence',
    sequence(repeat(2, 5), repeat(0, 3), repeat(0, 1)),
    sequence(repeat(2, 2), repeat(0, 3), repeat(0, 0)),
  ],
  [
    'each option',
    { type: 'choice', options: [sequence(repeat(1, 2)), a] },
    { type: 'choice', options: [sequence(repeat(1, 1)), a] },
  ],
])('simplifies %s', (_, node, expected) => {
  expect(simplified(node)).toEqual(expected);
});
