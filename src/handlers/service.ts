import type * as contract from '../contract/service.ts';
import { service } from '../contract/service.ts';
import { page } from '../docs/page.ts';
import type { Handler } from './handler.ts';

export const getRoot: Handler<typeof contract.getRoot> = (_input, endpoints) => ({
  message: `${service.title}: ${service.description}`,
  endpoints: Object.fromEntries(
    Object.values(endpoints).map(({ method, path, summary }) => [`${method} ${path}`, summary]),
  ),
  example_request: { name: 'Ada Lovelace', age: '36', email: 'ada@example.com' },
});

export const getDocs: Handler<typeof contract.getDocs> = (_input, endpoints) => page(endpoints);
