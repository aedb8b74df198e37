import { describe, expect, it } from 'vitest';
import { onEveryHost, post } from '../_client.ts';
import type { Sent } from '../_hosts.ts';

/** Every bound, from both sides; the bound itself is accepted. */

const user = (age: unknown) => post('/users/', { name: 'Ada', email: 'ada@example.com', age });
const product = (price: unknown) => post('/products/', { name: 'Lamp', price, quantity: 1 });
const get = (target: string) => (value: unknown) => ({ target: `${target}${value}` });

interface Limit {
  readonly name: string;
  readonly request: (value: unknown) => Sent;
  readonly accepted: readonly unknown[];
  readonly refused: readonly unknown[];
  /** The statuses of acceptance and refusal. */
  readonly statuses: readonly [number, number];
}

const limits: readonly Limit[] = [
  {
    name: 'the page of GET /users/ is at least 1',
    request: get('/users/?page='),
    accepted: [1, '+1', 9007199254740991],
    refused: [0, -1, '', 1.5, '9007199254740992'],
    statuses: [200, 422],
  },
  {
    name: 'the limit of GET /users/ is between 1 and 100',
    request: get('/users/?limit='),
    accepted: [1, 100, '100.0'],
    refused: [0, 101, ''],
    statuses: [200, 422],
  },
  {
    name: 'the page of GET /search/ is at least 1',
    request: get('/search/?query=x&page='),
    accepted: [1, 9007199254740991],
    refused: [0, -1, ''],
    statuses: [200, 422],
  },
  {
    name: 'the age of a user is between 0 and 120',
    request: user,
    accepted: [0, -0, 120, '0', '120', 30.0, ' 30 '],
    refused: [-1, 121, '-1', '121', 0.5, true, null, [], {}, '', 'thirty'],
    statuses: [201, 422],
  },
  {
    name: 'the price of POST /products/ is at least 0',
    request: product,
    accepted: [0, 0.001, '0', '1e3', Number.MAX_VALUE],
    refused: [-0.01, -1, '-1e-9', 'free', '', true, null],
    statuses: [201, 422],
  },
  {
    name: 'the price of POST /products is at least 0.01',
    request: (price) => post('/products', { price }),
    accepted: [0.01, '0.01', '.01', '1e-2', 1],
    refused: [0, 0.009, '0.0099999', -1, null],
    statuses: [200, 422],
  },
  {
    name: 'the least price of GET /products/ is at least 0',
    request: get('/products/?min_price='),
    accepted: [0, '0.0', '-0', 9.5],
    refused: [-0.01, 'nan', 'inf'],
    statuses: [200, 400],
  },
  {
    name: 'the greatest price of GET /products/ is at least 0',
    request: get('/products/?max_price='),
    accepted: [0, 9.5, ''],
    refused: [-0.01, 'much'],
    statuses: [200, 400],
  },
  {
    name: 'the quantity of GET /items/{item_id} is between 1 and 1000',
    request: get('/items/7?quantity='),
    accepted: [1, 1000, ''],
    refused: [0, 1001, -1, 1.5, '1e2'],
    statuses: [200, 400],
  },
];

onEveryHost((send) => {
  describe.each(limits)('$name', ({ request, accepted, refused, statuses }) => {
    it.each(accepted.map((value) => [value]))('accepts %j', async (value) => {
      expect((await send(request(value))).status).toBe(statuses[0]);
    });

    it.each(refused.map((value) => [value]))('refuses %j', async (value) => {
      expect((await send(request(value))).status).toBe(statuses[1]);
    });
  });
});
