import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Handler, Handlers } from '../../src/contract/endpoint.ts';
import { refuse } from '../../src/contract/outcome.ts';
import { type contract, handlers } from '../../src/practice/app.ts';
import { apps } from '../_apps.ts';
import { byFetch, post } from '../_client.ts';
import { documentOf } from '../_conformance.ts';

/** An endpoint needs nothing but its declaration and its handler. */

const ORDER = '{"lines":[{"item":"Lamp","quantity":2,"price":10}],"agreed":true}';
const sent = (body: string) => ({ ...post('/orders/?copies=1', body), headers: { 'X-Shop': 'Lamps' } });

byFetch((send) => {
  it('answers', async () => {
    const { status, body } = await send(sent(ORDER));
    expect(status).toBe(201);
    expect(body).toBe('{"shop":"Lamps","copies":1,"total":20.0}');
  });

  it('refuses issues in every part, down to the items of a list', async () => {
    const body = '{"lines":[{"item":"Lamp","quantity":1.50,"price":1},{"item":2}, 3],"agreed":1}';
    const { status, json, body: written } = await send(post('/orders/?copies=10', body));
    expect(status).toBe(422);
    expect(json.detail.map(({ type, loc, msg }: Record<string, unknown>) => [type, loc, msg])).toEqual([
      ['less_than_equal', ['query', 'copies'], 'Copies: must be between 1 and 9'],
      ['missing', ['header', 'X-Shop'], 'X-Shop: field required'],
      [
        'int_from_float',
        ['body', 'lines', 0, 'quantity'],
        'Quantity: must be an integer, not a number with a fraction',
      ],
      ['string_type', ['body', 'lines', 1, 'item'], 'Item: must be a string'],
      ['missing', ['body', 'lines', 1, 'quantity'], 'Quantity: field required'],
      ['missing', ['body', 'lines', 1, 'price'], 'Price: field required'],
      ['model_attributes_type', ['body', 'lines', 2], 'Lines: must be an object'],
      ['literal_error', ['body', 'agreed'], 'Agreed: must be true'],
    ]);
    expect(written).toContain('"input":1.50}');
  });

  it('is documented and allowed like the others', async () => {
    const page = await send({ target: '/docs', headers: { 'Accept-Encoding': 'identity' } });
    expect(page.body).toContain('/orders/');
    expect((await send({ method: 'OPTIONS', target: '/orders/' })).headers.get('allow')).toBe(
      'POST, OPTIONS',
    );
    expect((await send({ method: 'POST', target: '/orders' })).headers.get('location')).toBe('./orders/');
  });
}, apps.ordering);

describe('the document of a service with a sixteenth endpoint', () => {
  it('declares each status that the endpoint answers', async () => {
    const operation = (await documentOf(apps.ordering)).paths['/orders/']?.post;
    expect(operation?.operationId).toBe('createOrder');
    expect(Object.keys(operation?.responses ?? {})).toEqual(['201', '400', '413', '415', '422', 'default']);
  });
});

describe('the type of all handlers', () => {
  it('requires every handler', () => {
    const { createUser: _, ...others } = handlers;
    expectTypeOf(handlers).toExtend<Handlers<typeof contract.endpoints>>();
    expectTypeOf(others).not.toExtend<Handlers<typeof contract.endpoints>>();
  });

  it('rejects handlers with undeclared outputs or refusals', () => {
    expectTypeOf(() => ({ price: 'free' })).not.toExtend<Handler<typeof contract.endpoints.checkPrice>>();
    expectTypeOf(() => refuse(418, 'teapot')).not.toExtend<Handler<typeof contract.endpoints.search>>();
  });
});
