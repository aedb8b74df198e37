import type { Handler } from '../../contract/handler.ts';
import { refuse } from '../../contract/refusal.ts';
import { Issue, sentence } from '../../issues/issue.ts';
import type { PracticeEndpoints } from '../endpoints.ts';

export const search: Handler<PracticeEndpoints['search']> = ({ query }) => query;

export const getItem: Handler<PracticeEndpoints['getItem']> = ({
  params: { item_id },
  query: { quantity },
}) =>
  quantity instanceof Issue
    ? refuse(400, {
        error: 'Invalid quantity',
        message: sentence(quantity),
        parameter: 'quantity',
        received: quantity,
      })
    : { item_id, quantity };
