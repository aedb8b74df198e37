import type { Handlers } from '../../contract/handler.ts';
import type { PracticeEndpoints } from '../endpoints.ts';
import { getData, getProtected, receiveWebhook } from './credentials.ts';
import { checkPrice, createProduct, listProducts } from './products.ts';
import { getItem, search } from './search.ts';
import { getRoot } from './service.ts';
import { checkUserEmail, createUser, listUsers } from './users.ts';
import { confirmEmail, normalizeEmail } from './validation.ts';

/** The handlers of the practice service; without one of them this does not compile. */
export const handlers: Handlers<PracticeEndpoints> = {
  createUser,
  listUsers,
  checkUserEmail,
  createProduct,
  listProducts,
  checkPrice,
  confirmEmail,
  normalizeEmail,
  search,
  getItem,
  getProtected,
  getData,
  receiveWebhook,
  getRoot,
};
