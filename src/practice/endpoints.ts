import { endpoint } from './endpoint.ts';
import * as credentials from './rows/credentials.ts';
import * as products from './rows/products.ts';
import * as search from './rows/search.ts';
import * as service from './rows/service.ts';
import * as users from './rows/users.ts';
import * as validation from './rows/validation.ts';

/** The fifteen endpoints. Each has a handler of the same name in `handlers/`, except `getDocs`. */
export const all = {
  createUser: endpoint('POST', '/users/', users.createUser),
  listUsers: endpoint('GET', '/users/', users.listUsers),
  getProtected: endpoint('GET', '/protected/', credentials.getProtected),
  getRoot: endpoint('GET', '/', service.getRoot),
  getDocs: endpoint('GET', '/docs', service.getDocs),
  createProduct: endpoint('POST', '/products/', products.createProduct),
  confirmEmail: endpoint('POST', '/validate/', validation.confirmEmail),
  normalizeEmail: endpoint('POST', '/validate', validation.normalizeEmail),
  checkUserEmail: endpoint('POST', '/users', users.checkUserEmail),
  checkPrice: endpoint('POST', '/products', products.checkPrice),
  search: endpoint('GET', '/search/', search.search),
  listProducts: endpoint('GET', '/products/', products.listProducts),
  getItem: endpoint('GET', '/items/{item_id}', search.getItem),
  getData: endpoint('GET', '/api/data', credentials.getData),
  receiveWebhook: endpoint('POST', '/webhook', credentials.receiveWebhook),
} as const;

/** The page is a built-in route; the OpenAPI document lists it with the endpoints. */
const { getDocs, ...answered } = all;
export const endpoints: PracticeEndpoints = answered;
export const pages = { getDocs };

export type PracticeEndpoints = Omit<typeof all, 'getDocs'>;
