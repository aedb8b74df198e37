import { expect, it } from 'vitest';
import { remembering } from '../../src/text/memo.ts';

/** The cache of the Fetch host for what it makes from texts. */

function counted(max: number) {
  const made: string[] = [];
  const get = remembering((text) => {
    made.push(text);
    return `made of ${text}`;
  }, max);
  return { made, get };
}

it('makes a value once for each text', () => {
  const { made, get } = counted(2);
  expect(['a', 'b', 'a', 'b'].map(get)).toEqual(['made of a', 'made of b', 'made of a', 'made of b']);
  expect(made).toEqual(['a', 'b']);
});

it('holds at most the given number of values, and always the newest', () => {
  const { made, get } = counted(2);
  for (const text of ['a', 'b', 'c', 'c', 'a']) get(text);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});
