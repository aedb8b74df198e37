import type { Handlers } from '../../contract/handler.ts';
import type { contract } from '../contract/index.ts';
import * as credentials from './credentials.ts';
import * as products from './products.ts';
import * as search from './search.ts';
import * as service from './service.ts';
import * as users from './users.ts';
import * as validation from './validation.ts';

/** What every endpoint of the contract does; one that is missing here does not compile. */
export const handlers: Handlers<typeof contract> = {
  ...users,
  ...products,
  ...validation,
  ...search,
  ...credentials,
  ...service,
};
