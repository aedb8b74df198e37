import { expect, it } from 'vitest';
import { queryReader } from '../../src/http/query.ts';

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
