import { expect, it } from 'vitest';
import { defined } from '../../src/text/guards.ts';

it.each(['', 0, false, Number.NaN])('%j is there', (value) => {
  expect(defined(value)).toBe(value);
});

it.each([undefined, null])('%j is a bug where there is always a value', (value) => {
  expect(() => defined(value)).toThrow('a value is missing that is always there');
});
