import { expect, it } from 'vitest';
import { anyText } from '../../src/fields/any-text.ts';
import { lazyEndpoint } from '../../src/practice/lazy-endpoint.ts';

it('is declared once, when more than its method and path is first read', () => {
  let declared = 0;
  const operation = { summary: 'List lamps', reply: { status: 200, body: anyText() } } as const;
  const made = lazyEndpoint('GET', '/lamps', () => {
    declared++;
    return operation;
  });
  expect([made.method, made.path, declared]).toEqual(['GET', '/lamps', 0]);
  expect(made.summary).toBe('List lamps');
  expect({ ...made }).toEqual({ method: 'GET', path: '/lamps', ...operation });
  expect(['reply' in made, 'body' in made]).toEqual([true, false]);
  expect(declared).toBe(1);
});
