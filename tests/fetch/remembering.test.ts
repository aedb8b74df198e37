import { expect, it } from 'vitest';
import { remembering } from '../../src/fetch/remembering.ts';

/** Texts, and what the Fetch host made of them. */

function counted(max: number) {
  const made: string[] = [];
  const get = remembering((text) => {
    made.push(text);
    return `made of ${text}`;
  }, max);
  return { made, get };
}

it('makes something of a text once', () => {
  const { made, get } = counted(2);
  expect(['a', 'b', 'a', 'b'].map(get)).toEqual(['made of a', 'made of b', 'made of a', 'made of b']);
  expect(made).toEqual(['a', 'b']);
});

it('remembers no more than it may, and the newest in any case', () => {
  const { made, get } = counted(2);
  for (const text of ['a', 'b', 'c', 'c', 'a']) get(text);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});
