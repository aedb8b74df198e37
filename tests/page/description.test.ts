import { expect, it } from 'vitest';
import { endpoint } from '../../src/contract/endpoint.ts';
import { Description, modelOf } from '../../src/page/description.ts';

/** What the page reads from a document. */

it('the parameters of an operation replace those of its path that have the same name and part', () => {
  const shared = [
    { name: 'a', in: 'query' },
    { name: 'b', in: 'query' },
  ];
  const own = [
    { name: 'a', in: 'query', required: true },
    { name: 'b', in: 'header' },
  ];
  const description = new Description({ paths: { '/a': { parameters: shared, get: { parameters: own } } } });
  const listed = endpoint({ method: 'GET', path: '/a', summary: 'Lists.', reply: { status: 204 } });
  expect(description.operation(listed)).toEqual({ parameters: [shared[1], ...own] });
});

it.each([
  ['#/components/schemas/Lamp', 'Lamp'],
  ['#/components/schemas/a~1b%20c', 'a/b c'],
  ['#/components/schemas/%zz', '%zz'],
  ['#/components/schemas/Lamp/properties/a', undefined],
  ['#/components/responses/Lamp', undefined],
])('%s refers to the model %s', ($ref, name) => {
  expect(modelOf({ $ref })).toBe(name);
});
