import fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryReader } from '../../src/http/parts.ts';

it('reads a parameter of any name', () => {
  expect(Object.entries(queryReader(['__proto__'])('__proto__=1'))).toEqual([['__proto__', '1']]);
});

it.each([
  ['page', 'page=1', '1'],
  ['page', 'p%61ge=1', '1'],
  ['page', 'pages=1', undefined],
  ['page', 'page', ''],
  ['page', 'pag%', undefined],
  ['page', 'page=%', '%'],
  ['größe', 'gr%C3%B6%C3%9Fe=1', '1'],
  ['größe', 'gr%c3%b6%c3%9fe=1', '1'],
  ['größe', 'gr%F6%DFe=1', undefined],
  ['page size', 'page+size=1', '1'],
  ['page size', 'page%20size=1', '1'],
  ['a+b', 'a%2Bb=1', '1'],
  ['a+b', 'a+b=1', undefined],
  ['a&b', 'a%26b=1', '1'],
  ['a&b', 'a&b=1', undefined],
  ['a=b', 'a%3Db=1', '1'],
  ['a=b', 'a=b=1', undefined],
  ['a%62', 'a%2562=1', '1'],
  ['a%62', 'a%62=1', undefined],
  ['100%', '100%=1', '1'],
  ['100%', '100%25=1', '1'],
  ['ids[]', 'ids[]=1', '1'],
  ['ids[]', 'ids%5B%5D=1', '1'],
])('reads %s of ?%s', (name, query, value) => {
  expect(queryReader([name])(query)).toEqual(value === undefined ? {} : { [name]: value });
});

it('looks only for lists among the parameters that are sent', () => {
  const asked: string[] = [];
  const read = queryReader(['a', 'b', 'c'], (name) => {
    asked.push(name);
    return name === 'b';
  });
  expect(read('b=1&x=2&b=3')).toEqual({ b: ['1', '3'] });
  expect(asked).toEqual(['b']);
});

/** Pairs of short names that begin alike, escaped or not, and values of any length; with or without what separates them. */
const name = fc.constantFrom('a', 'b', 'ab', 'aa', '%61', '%61b', 'b%20', 'b+', '%', '');
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '=', '%', '2', '6', '+'), maxLength: 40 }),
  name,
);
const pair = fc.oneof(
  fc.tuple(name, value).map(([left, right]) => `${left}=${right}`),
  name,
);
const query = fc.array(pair, { maxLength: 6 }).map((pairs) => pairs.join('&'));
const declared = fc.uniqueArray(fc.constantFrom('a', 'b', 'ab', 'b ', '%', 'c'), { minLength: 1 });

it('reads every query as URLSearchParams does', () => {
  fc.assert(
    fc.property(query, declared, fc.subarray(['a', 'ab', 'b ']), (sent, names, lists) => {
      const all = new URLSearchParams(sent);
      const expected = names
        .filter((each) => all.has(each))
        .map((each) => [each, lists.includes(each) ? all.getAll(each) : all.getAll(each).at(-1)]);
      expect(queryReader(names, (each) => lists.includes(each))(sent)).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 2000 },
  );
});
