import type { Handler } from '../../contract/handler.ts';
import type * as endpoints from '../contract/service.ts';
import { service } from '../contract/service.ts';

export const getRoot: Handler<typeof endpoints.getRoot> = (_input, { contract }) => ({
  message: `${service.title}: ${service.description}`,
  endpoints: Object.fromEntries(
    Object.values(contract).map(({ method, path, summary }) => [`${method} ${path}`, summary]),
  ),
  example_request: { name: 'Ada Lovelace', age: '36', email: 'ada@example.com' },
});

export const getDocs: Handler<typeof endpoints.getDocs> = (_input, self) => self.page();
