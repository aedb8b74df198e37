import type { Handler } from '../../contract/handler.ts';
import { all, type PracticeEndpoints } from '../endpoints.ts';
import { service } from '../rows/service.ts';

export const getRoot: Handler<PracticeEndpoints['getRoot']> = () => ({
  message: `${service.title}: ${service.description}`,
  endpoints: Object.fromEntries(
    Object.values(all).map(({ method, path, description }) => [`${method} ${path}`, description]),
  ),
  example_request: { name: 'Ada Lovelace', age: '36', email: 'ada@example.com' },
});
