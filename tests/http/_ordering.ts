import { createApp } from '../../src/app.ts';
import type { Handler } from '../../src/contract/endpoint.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { literal } from '../../src/fields/choice.ts';
import { list } from '../../src/fields/list.ts';
import { float, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { text } from '../../src/fields/text.ts';
import { contract, handlers } from '../../src/practice/app.ts';

const createOrder = endpoint({
  method: 'POST',
  path: '/orders/',
  tag: 'Products',
  summary: 'Checks an order and adds it up.',
  query: { copies: integer({ min: 1, max: 9 }) },
  headers: { 'X-Shop': text() },
  body: object({
    lines: list(object({ item: text(), quantity: integer({ min: 1 }), price: float({ min: 0 }) })),
    agreed: literal(true),
  }),
  reply: { status: 201, body: object({ shop: text(), copies: integer(), total: float() }) },
  examples: [
    {
      title: 'An order',
      query: { copies: '2' },
      headers: { 'X-Shop': 'Lamps' },
      body: { lines: [{ item: 'Lamp', quantity: 2, price: 9.5 }], agreed: true },
      status: 201,
    },
    { title: 'Nothing agreed', body: { lines: [], agreed: false }, status: 422 },
  ],
});

const total: Handler<typeof createOrder> = ({ query: { copies }, headers, body: { lines } }) => ({
  shop: headers['X-Shop'],
  copies,
  total: lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
});

/** The practice service with a sixteenth endpoint. */
export const ordering = createApp(
  { ...contract, endpoints: { ...contract.endpoints, createOrder } },
  { ...handlers, createOrder: total },
);
