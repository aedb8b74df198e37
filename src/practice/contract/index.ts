import { getData, getProtected, receiveWebhook } from './credentials.ts';
import { checkPrice, createProduct, listProducts } from './products.ts';
import { getItem, search } from './search.ts';
import { getDocs, getRoot } from './service.ts';
import { checkUserEmail, createUser, listUsers } from './users.ts';
import { confirmEmail, normalizeEmail } from './validation.ts';

/** Everything that exists. What the service does, says and documents is derived from these rows. */
export const contract = {
  createUser,
  listUsers,
  getProtected,
  getRoot,
  getDocs,
  createProduct,
  confirmEmail,
  normalizeEmail,
  checkUserEmail,
  checkPrice,
  search,
  listProducts,
  getItem,
  getData,
  receiveWebhook,
} as const;
