import { integer, object, optional, safe, text, unknown, unlessBlank } from '../fields/index.ts';
import { endpoint } from '../index.ts';

export const search = endpoint({
  method: 'GET',
  path: '/search/',
  tag: 'Search',
  summary: 'Search',
  description: 'Validates the parameters of a search, and returns them. The default order is by relevance.',
  query: {
    query: text(),
    sort_by: unlessBlank(text(), 'relevance'),
    page: optional(integer({ min: 1 }), 1),
  },
  reply: {
    status: 200,
    body: object({ query: text(), sort_by: text(), page: integer() }, { name: 'SearchResult' }),
  },
  examples: [
    { title: 'A search', query: { query: 'lamp' }, status: 200 },
    { title: 'The second page by price', query: { query: 'lamp', sort_by: 'price', page: '2' }, status: 200 },
    { title: 'Nothing to search for', query: {}, status: 422 },
    { title: 'Pages start at 1', query: { query: 'lamp', page: '0' }, status: 422 },
  ],
});

/** A problem with the name of the query parameter and the value received. */
const parameterProblem = object(
  { error: text(), message: text(), parameter: text(), received: unknown() },
  { name: 'ParameterProblem' },
);

export const getItem = endpoint({
  method: 'GET',
  path: '/items/{item_id}',
  tag: 'Search',
  summary: 'Get an item',
  description: 'Returns the id of an item and a quantity.',
  params: { item_id: text() },
  query: { quantity: safe(unlessBlank(integer({ min: 1, max: 1000 }))) },
  reply: {
    status: 200,
    body: object({ item_id: text(), quantity: optional(integer()) }, { name: 'Item' }),
  },
  refusals: { 400: parameterProblem },
  examples: [
    { title: 'An item', params: { item_id: 'lamp-1' }, query: {}, status: 200 },
    { title: 'A dozen of it', params: { item_id: 'lamp-1' }, query: { quantity: '12' }, status: 200 },
    { title: 'Too many', params: { item_id: 'lamp-1' }, query: { quantity: '1001' }, status: 400 },
    { title: 'Not a number', params: { item_id: 'lamp-1' }, query: { quantity: 'some' }, status: 400 },
  ],
});
