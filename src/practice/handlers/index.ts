import type { Handlers } from '../../contract/handler.ts';
import type { PracticeEndpoints } from '../endpoints.ts';
import * as credentials from './credentials.ts';
import * as products from './products.ts';
import * as search from './search.ts';
import * as service from './service.ts';
import * as users from './users.ts';
import * as validation from './validation.ts';

/** The handlers of the practice service; without one of them this does not compile. */
export const handlers: Handlers<PracticeEndpoints> = {
  ...users,
  ...products,
  ...validation,
  ...search,
  ...credentials,
  ...service,
};
