import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { list } from '../../src/fields/list.ts';
import { unknown } from '../../src/fields/optional.ts';

const shared = {
  method: 'POST',
  summary: '',
  body: list(unknown()),
  reply: { status: 200, body: unknown() },
} as const;
const endpoints = {
  postSmall: endpoint({ ...shared, path: '/small', limits: { body: 10, depth: 2 } }),
  postUsual: endpoint({ ...shared, path: '/usual' }),
  postLarge: endpoint({ ...shared, path: '/large', limits: { body: 1000 } }),
  postSlow: endpoint({ ...shared, path: '/slow', limits: { handlerTimeout: 5 } }),
};
const answer = () => 'read';

/** Endpoints with limits of their own. */
export const limited = createApp(
  { title: 'Limited', version: '1.0.0', endpoints },
  { postSmall: answer, postUsual: answer, postLarge: answer, postSlow: () => new Promise(() => {}) },
  { limits: { body: 100 } },
);
