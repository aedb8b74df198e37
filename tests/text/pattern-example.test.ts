import { expect, it } from 'vitest';
import { examplesOf } from '../../src/text/pattern/example.ts';

/** Most patterns that people write are matched by one of a few texts that are made of them. */

it.each([
  '^[a-z]+$',
  '^[A-Z]{2}-[0-9]{4}$',
  '^(?:red|green|blue)$',
  '^\\d{3}-\\d{2}-\\d{4}$',
  '^[^aA]+$',
  '^[\\w.-]+@[\\w-]+\\.[a-z]{2,}$',
  '^\\p{Lu}\\p{Ll}*$',
  '^\\+?[1-9][0-9]{7,14}$',
  '^#[0-9a-fA-F]{6}$',
  '^v[0-9]+(?:\\.[0-9]+){2}$',
  'colou?r',
  '^$',
  '^.{3,5}$',
  '^[가-힣]+$',
  '^(?:)*a$',
])('%s', (source) => {
  const pattern = new RegExp(source, 'u');
  const examples = [...examplesOf(source)];
  expect(examples.some((example) => pattern.test(example))).toBe(true);
  expect([...examplesOf(source)]).toEqual(examples);
});

it('makes nothing of what is no pattern, and nothing that is long', () => {
  expect([...examplesOf('(')]).toEqual([]);
  expect([...examplesOf('^(?:a{1000}){1000}$')]).toEqual([]);
});

it.each(['^[]$', '^\\p{Script=Greek}$'])('finds no character that is in %s', (source) => {
  expect([...new Set(examplesOf(source))]).toEqual(['']);
});
