import type { Handler } from '../../contract/handler.ts';
import { refuse } from '../../contract/refusal.ts';
import { Issue, reason, sentence } from '../../issues/issue.ts';
import * as contract from '../contract/products.ts';

export const createProduct: Handler<typeof contract.createProduct> = ({ body }) => body;

export const listProducts: Handler<typeof contract.listProducts> = ({ query: { min_price, max_price } }) => {
  if (min_price instanceof Issue) return refuse(400, `Invalid min_price: ${reason(min_price)}`);
  if (max_price instanceof Issue) return refuse(400, `Invalid max_price: ${reason(max_price)}`);
  return { min_price, products: [] };
};

export const checkPrice: Handler<typeof contract.checkPrice> = ({ body: { price } }) =>
  price instanceof Issue
    ? refuse(422, {
        error: 'Invalid price',
        message: sentence(price),
        field: 'price',
        received: price,
        expected: `a number of at least ${contract.MIN_PRICE}`,
        examples: [String(contract.MIN_PRICE), '19.99', '100'],
      })
    : { price };
