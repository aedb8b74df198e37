import type { Handler } from '../../contract/handler.ts';
import { refuse } from '../../contract/refusal.ts';
import { Issue, sentence } from '../../issues/issue.ts';
import type * as contract from '../contract/search.ts';

export const search: Handler<typeof contract.search> = ({ query }) => query;

export const getItem: Handler<typeof contract.getItem> = ({ params: { item_id }, query: { quantity } }) =>
  quantity instanceof Issue
    ? refuse(400, {
        error: 'Invalid quantity',
        message: sentence(quantity),
        parameter: 'quantity',
        received: quantity,
      })
    : { item_id, quantity };
