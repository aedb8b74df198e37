import { expect, it } from 'vitest';
import { cookieReader } from '../../src/http/parts.ts';

/** The declared cookies `a` and `session` of a Cookie header. */

it.each<[header: string | undefined, values: Record<string, string>]>([
  [undefined, {}],
  ['', {}],
  ['a=1', { a: '1' }],
  ['session=1;a=2', { session: '1', a: '2' }],
  [' session\t= 1 ;\ta = 2\t', { session: '1', a: '2' }],
  ['a=1; a=2; other=3', { a: '2' }],
  ['a=', { a: '' }],
  ['a', {}],
  ['=a', {}],
  ['; ;=;a=1;', { a: '1' }],
  ['a==', { a: '=' }],
  ['a="1; 2"', { a: '"1' }],
  ['a="1"', { a: '1' }],
  ['a=""', { a: '' }],
  ['a="', { a: '"' }],
  ['a="1', { a: '"1' }],
  ['a=1"', { a: '1"' }],
  ['a="""', { a: '"' }],
  ['A=1; session1=2; sessio=3', {}],
  ['toString=1; __proto__=2', {}],
])('reads %j', (header, values) => {
  expect(cookieReader(['a', 'session'])(header)).toEqual(values);
});

it('reads a cookie of any name', () => {
  expect(Object.entries(cookieReader(['__proto__'])('__proto__=1'))).toEqual([['__proto__', '1']]);
});
