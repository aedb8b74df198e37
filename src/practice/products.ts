import {
  float,
  integer,
  list,
  object,
  optional,
  safe,
  text,
  unknown,
  unlessBlank,
  url,
  withType,
} from '../fields/index.ts';
import { endpoint } from '../index.ts';
import { body } from './body.ts';

const lamp = { name: 'Lamp', price: 19.9, quantity: 3 };

export const createProduct = endpoint({
  method: 'POST',
  path: '/products/',
  tag: 'Products',
  summary: 'Create a product',
  description: 'Validates a new product, lists everything that is wrong, or returns the product.',
  body: body(
    {
      name: text(),
      price: withType(float({ min: 0 }), 'value_error'),
      quantity: integer(),
      url: optional(withType(url({ label: 'URL' }), 'value_error')),
    },
    'NewProduct',
  ),
  reply: {
    status: 201,
    body: object(
      { name: text(), price: float(), quantity: integer(), url: optional(url()) },
      { name: 'Product' },
    ),
  },
  examples: [
    { title: 'A product', body: { ...lamp, url: 'https://example.com/lamp' }, status: 201 },
    { title: 'Numbers as text', body: { ...lamp, price: '10', quantity: '3' }, status: 201 },
    { title: 'A negative price', body: { ...lamp, price: -1 }, status: 422 },
    { title: 'Half a lamp', body: { ...lamp, quantity: 0.5 }, status: 422 },
    { title: 'The address is not a web address', body: { ...lamp, url: 'example.com' }, status: 422 },
  ],
});

export const listProducts = endpoint({
  method: 'GET',
  path: '/products/',
  tag: 'Products',
  summary: 'List products',
  description: 'Lists products within a range of prices. The list is always empty.',
  query: {
    min_price: safe(unlessBlank(float({ min: 0 }), 0)),
    max_price: safe(unlessBlank(float({ min: 0 }))),
  },
  reply: {
    status: 200,
    body: object({ min_price: float(), products: list(unknown()) }, { name: 'ProductList' }),
  },
  refusals: { 400: text() },
  examples: [
    { title: 'All products', query: {}, status: 200 },
    { title: 'A range of prices', query: { min_price: '9.5', max_price: '20' }, status: 200 },
    { title: 'A negative price', query: { min_price: '-1' }, status: 400 },
    { title: 'The highest price is not a number', query: { max_price: 'much' }, status: 400 },
  ],
});

/** The lowest price where zero makes no sense. */
export const MIN_PRICE = 0.01;

/** A problem with the name of the field, the value received and values that are accepted. */
const exemplifiedProblem = object(
  {
    error: text(),
    message: text(),
    field: text(),
    received: unknown(),
    expected: text(),
    examples: list(text()),
  },
  { name: 'ExemplifiedProblem' },
);

export const checkPrice = endpoint({
  method: 'POST',
  path: '/products',
  tag: 'Products',
  summary: 'Check a price',
  description: 'Validates a price. The error suggests valid prices.',
  body: body({ price: safe(float({ min: MIN_PRICE })) }, 'PriceToCheck'),
  reply: { status: 200, body: object({ price: float() }, { name: 'CheckedPrice' }) },
  refusals: { 422: exemplifiedProblem },
  examples: [
    { title: 'A price', body: { price: 19.99 }, status: 200 },
    { title: 'A price as text', body: { price: '19.99' }, status: 200 },
    { title: 'Free of charge', body: { price: 0 }, status: 422 },
    { title: 'No price at all', body: {}, status: 422 },
  ],
});
