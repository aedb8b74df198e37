import { expect, it } from 'vitest';
import { examplesOf } from '../../src/text/pattern/match.ts';

/** Examples of patterns: most patterns match one of a few texts made from them. */

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

it('an invalid pattern has no examples, and a long match is not made', () => {
  expect([...examplesOf('(')]).toEqual([]);
  expect([...examplesOf('^(?:a{1000}){1000}$')]).toEqual([]);
});

it.each(['^[]$', '^\\p{Script=Greek}$'])('no example is found for %s', (source) => {
  expect([...new Set(examplesOf(source))]).toEqual(['']);
});
