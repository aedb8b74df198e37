import { lazyEndpoint } from './lazy-endpoint.ts';
import * as credentials from './rows/credentials.ts';
import * as products from './rows/products.ts';
import * as search from './rows/search.ts';
import * as service from './rows/service.ts';
import * as users from './rows/users.ts';
import * as validation from './rows/validation.ts';

/** The fifteen endpoints. Each has a handler of the same name in `handlers/`, except `getDocs`. */
export const all = {
  createUser: lazyEndpoint('POST', '/users/', users.createUser),
  listUsers: lazyEndpoint('GET', '/users/', users.listUsers),
  getProtected: lazyEndpoint('GET', '/protected/', credentials.getProtected),
  getRoot: lazyEndpoint('GET', '/', service.getRoot),
  getDocs: lazyEndpoint('GET', '/docs', service.getDocs),
  createProduct: lazyEndpoint('POST', '/products/', products.createProduct),
  confirmEmail: lazyEndpoint('POST', '/validate/', validation.confirmEmail),
  normalizeEmail: lazyEndpoint('POST', '/validate', validation.normalizeEmail),
  checkUserEmail: lazyEndpoint('POST', '/users', users.checkUserEmail),
  checkPrice: lazyEndpoint('POST', '/products', products.checkPrice),
  search: lazyEndpoint('GET', '/search/', search.search),
  listProducts: lazyEndpoint('GET', '/products/', products.listProducts),
  getItem: lazyEndpoint('GET', '/items/{item_id}', search.getItem),
  getData: lazyEndpoint('GET', '/api/data', credentials.getData),
  receiveWebhook: lazyEndpoint('POST', '/webhook', credentials.receiveWebhook),
} as const;

/** The page is a built-in route; the OpenAPI document lists it with the endpoints. */
const { getDocs, ...answered } = all;
export const endpoints: PracticeEndpoints = answered;
export const pages = { getDocs };

export type PracticeEndpoints = Omit<typeof all, 'getDocs'>;
