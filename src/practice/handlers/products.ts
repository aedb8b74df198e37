import type { Handler } from '../../contract/handler.ts';
import { refuse } from '../../contract/refusal.ts';
import { Issue, reason, sentence } from '../../issues/issue.ts';
import type { PracticeEndpoints } from '../endpoints.ts';
import { MIN_PRICE } from '../rows/products.ts';

export const createProduct: Handler<PracticeEndpoints['createProduct']> = ({ body }) => body;

export const listProducts: Handler<PracticeEndpoints['listProducts']> = ({
  query: { min_price, max_price },
}) => {
  if (min_price instanceof Issue) return refuse(400, `Invalid min_price: ${reason(min_price)}`);
  if (max_price instanceof Issue) return refuse(400, `Invalid max_price: ${reason(max_price)}`);
  return { min_price, products: [] };
};

export const checkPrice: Handler<PracticeEndpoints['checkPrice']> = ({ body: { price } }) =>
  price instanceof Issue
    ? refuse(422, {
        error: 'Invalid price',
        message: sentence(price),
        field: 'price',
        received: price,
        expected: `a number of at least ${MIN_PRICE}`,
        examples: [String(MIN_PRICE), '19.99', '100'],
      })
    : { price };
