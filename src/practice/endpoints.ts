import * as credentials from './rows/credentials.ts';
import * as products from './rows/products.ts';
import * as search from './rows/search.ts';
import * as service from './rows/service.ts';
import * as users from './rows/users.ts';
import * as validation from './rows/validation.ts';

/** The fifteen endpoints. Each has a handler of the same name in `handlers/`, except `getDocs`. */
export const all = {
  createUser: { method: 'POST', path: '/users/', ...users.createUser },
  listUsers: { method: 'GET', path: '/users/', ...users.listUsers },
  getProtected: { method: 'GET', path: '/protected/', ...credentials.getProtected },
  getRoot: { method: 'GET', path: '/', ...service.getRoot },
  getDocs: { method: 'GET', path: '/docs', ...service.getDocs },
  createProduct: { method: 'POST', path: '/products/', ...products.createProduct },
  confirmEmail: { method: 'POST', path: '/validate/', ...validation.confirmEmail },
  normalizeEmail: { method: 'POST', path: '/validate', ...validation.normalizeEmail },
  checkUserEmail: { method: 'POST', path: '/users', ...users.checkUserEmail },
  checkPrice: { method: 'POST', path: '/products', ...products.checkPrice },
  search: { method: 'GET', path: '/search/', ...search.search },
  listProducts: { method: 'GET', path: '/products/', ...products.listProducts },
  getItem: { method: 'GET', path: '/items/{item_id}', ...search.getItem },
  getData: { method: 'GET', path: '/api/data', ...credentials.getData },
  receiveWebhook: { method: 'POST', path: '/webhook', ...credentials.receiveWebhook },
} as const;

/** The page is a built-in route; the OpenAPI document lists it with the endpoints. */
const { getDocs, ...answered } = all;
export const endpoints: PracticeEndpoints = answered;
export const pages = { getDocs };

export type PracticeEndpoints = Omit<typeof all, 'getDocs'>;
