import { anyText } from '../../fields/any-text.ts';
import { integer } from '../../fields/integer.ts';
import { object } from '../../fields/object.ts';
import { optional, unlessBlank } from '../../fields/optional.ts';
import { safe } from '../../fields/safe.ts';
import { operation } from './operation.ts';
import { parameterProblem } from './problems.ts';

export const search = operation(() => ({
  tag: 'Search',
  summary: 'Search',
  description: 'Checks a search and echoes it, sorted by relevance unless it says otherwise.',
  query: {
    query: anyText(),
    sort_by: unlessBlank(anyText(), 'relevance'),
    page: optional(integer({ min: 1 }), 1),
  },
  reply: {
    status: 200,
    body: object({ query: anyText(), sort_by: anyText(), page: integer() }, { name: 'SearchResult' }),
  },
  examples: [
    { title: 'A search', query: { query: 'lamp' }, status: 200 },
    { title: 'The second page by price', query: { query: 'lamp', sort_by: 'price', page: '2' }, status: 200 },
    { title: 'Nothing to search for', query: {}, status: 422 },
    { title: 'Pages start at 1', query: { query: 'lamp', page: '0' }, status: 422 },
  ],
}));

export const getItem = operation(() => ({
  tag: 'Search',
  summary: 'Get an item',
  description: 'Echoes an item, and how many of it are wanted.',
  params: { item_id: anyText() },
  query: { quantity: safe(unlessBlank(integer({ min: 1, max: 1000 }))) },
  reply: {
    status: 200,
    body: object({ item_id: anyText(), quantity: optional(integer()) }, { name: 'Item' }),
  },
  refusals: { 400: parameterProblem() },
  examples: [
    { title: 'An item', params: { item_id: 'lamp-1' }, query: {}, status: 200 },
    { title: 'A dozen of it', params: { item_id: 'lamp-1' }, query: { quantity: '12' }, status: 200 },
    { title: 'Too many', params: { item_id: 'lamp-1' }, query: { quantity: '1001' }, status: 400 },
    { title: 'Not a number', params: { item_id: 'lamp-1' }, query: { quantity: 'some' }, status: 400 },
  ],
}));
