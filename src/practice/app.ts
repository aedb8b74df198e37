import { Issue, reason, sentence } from '../fields/index.ts';
import { type App, type Contract, createApp, type Handlers, refuse } from '../index.ts';
import { getData, getProtected, receiveWebhook } from './credentials.ts';
import { checkPrice, createProduct, listProducts, MIN_PRICE } from './products.ts';
import { getItem, search } from './search.ts';
import { getDocs, getRoot, service } from './service.ts';
import { checkUserEmail, createUser, listUsers } from './users.ts';
import { confirmEmail, normalizeEmail } from './validation.ts';

/** The fifteen endpoints of the practice service. */
export const all = {
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
};

/** The documentation needs no handler: every app has it. */
const { getDocs: page, ...endpoints } = all;

/** Named, so that declarations refer to the endpoints instead of repeating them. */
interface PracticeContract extends Contract {
  readonly endpoints: Omit<typeof all, 'getDocs'>;
}

/** The contract of the practice service. */
export const contract: PracticeContract = { ...service, endpoints, pages: { getDocs: page } };

/** The handlers of the practice service; without one of them this does not compile. */
export const handlers: Handlers<PracticeContract['endpoints']> = {
  createUser: ({ body }) => body,

  listUsers: ({ query: { page, limit, email } }) =>
    email instanceof Issue
      ? refuse(400, `Invalid email: ${reason(email)}`)
      : { page, limit, email_filter: email, users: [] },

  getProtected: ({ credential }) => ({ authenticated: true, token: hint(credential) }),

  getRoot: () => ({
    message: `${service.title}: ${service.description}`,
    endpoints: Object.fromEntries(
      Object.values(all).map(({ method, path, description }) => [`${method} ${path}`, description]),
    ),
    example_request: { name: 'Ada Lovelace', age: '36', email: 'ada@example.com' },
  }),

  createProduct: ({ body }) => body,

  confirmEmail: ({ body: { email } }) => {
    if (!(email instanceof Issue)) return { email, valid: true };
    return refuse(400, email.type === 'missing' ? EMAIL_REQUIRED : sentence(email));
  },

  normalizeEmail: ({ body: { email } }) => {
    if (!(email instanceof Issue)) return { email };
    return email.type === 'missing'
      ? refuse(400, EMAIL_REQUIRED)
      : refuse(422, `Email validation failed: ${reason(email)}`);
  },

  checkUserEmail: ({ body: { email } }) =>
    email instanceof Issue
      ? refuse(422, {
          error: 'Invalid email',
          message: sentence(email),
          field: 'email',
          code: 'INVALID_EMAIL',
        })
      : { email },

  checkPrice: ({ body: { price } }) =>
    price instanceof Issue
      ? refuse(422, {
          error: 'Invalid price',
          message: sentence(price),
          field: 'price',
          received: price,
          expected: `a number of at least ${MIN_PRICE}`,
          examples: [String(MIN_PRICE), '19.99', '100'],
        })
      : { price },

  search: ({ query }) => query,

  listProducts: ({ query: { min_price, max_price } }) => {
    if (min_price instanceof Issue) return refuse(400, `Invalid min_price: ${reason(min_price)}`);
    if (max_price instanceof Issue) return refuse(400, `Invalid max_price: ${reason(max_price)}`);
    return { min_price, products: [] };
  },

  getItem: ({ params: { item_id }, query: { quantity } }) =>
    quantity instanceof Issue
      ? refuse(400, {
          error: 'Invalid quantity',
          message: sentence(quantity),
          parameter: 'quantity',
          received: quantity,
        })
      : { item_id, quantity },

  getData: ({ credential }) => ({ api_key: hint(credential), data: [] }),

  receiveWebhook: () => ({ signature_verified: true }),
};

const EMAIL_REQUIRED = 'Email field is required';

/** The start of a UUID, short enough to show without giving the credential away. */
function hint(id: string): string {
  return `${id.slice(0, 8)}...`;
}

/** The practice service: its handlers have no side effects, so its documentation shows their replies. */
export const app: App<PracticeContract> = createApp(contract, handlers, { liveExamples: true });
