import { createApp, endpoint, refuse, reply } from 'assay';
import { integer, list, nullable, object, text, unlessBlank } from 'assay/fields';
import { createStore, product } from './store.ts';

const id = integer({ min: 1 });
/** A page of products, and the path of the next page, or null. */
export const page = object({ products: list(product), next: nullable(text()) });

const addProduct = endpoint({
  method: 'POST',
  path: '/products',
  summary: 'Add a product',
  body: object({
    name: text({ minLength: 1, maxLength: 80 }),
    cents: integer({ min: 0, max: 10_000_000 }),
    stock: integer({ min: 0, max: 1_000_000 }),
  }),
  reply: { status: 201, body: product, headers: { Location: text() } },
  refusals: { 409: text() },
  examples: [{ title: 'A lamp', body: { name: 'Lamp', cents: 1990, stock: 3 }, status: 201 }],
});

const listProducts = endpoint({
  method: 'GET',
  path: '/products',
  summary: 'List the products, page by page',
  query: {
    after: unlessBlank(integer({ min: 0 }), 0),
    limit: unlessBlank(integer({ min: 1, max: 100 }), 20),
  },
  reply: { status: 200, body: page },
});

const getProduct = endpoint({
  method: 'GET',
  path: '/products/{id}',
  summary: 'Get a product',
  params: { id },
  reply: { status: 200, body: product },
  refusals: { 404: text() },
});

const sellProduct = endpoint({
  method: 'POST',
  path: '/products/{id}/sales',
  summary: 'Sell some of a product',
  params: { id },
  body: object({ quantity: integer({ min: 1, max: 100 }) }),
  reply: { status: 201, body: product },
  refusals: { 404: text(), 409: text() },
});

const contract = {
  title: 'Shop',
  version: '1.0.0',
  endpoints: { addProduct, listProducts, getProduct, sellProduct },
};

/** A shop in a file, which is opened at the start, and closed after the last reply. */
export function createShop(file: string) {
  const store = createStore(file);

  const app = createApp(
    contract,
    {
      addProduct({ body }) {
        const added = store.add(body);
        if (!added) return refuse(409, 'A product of this name exists already');
        return reply(added, { headers: { Location: `/products/${added.id}` } });
      },
      listProducts({ query: { after, limit } }) {
        // One more than the page holds tells if there is a next one.
        const products = store.page(after, limit + 1);
        const shown = products.slice(0, limit);
        const next = products.length > limit ? `/products?after=${shown.at(-1)?.id}&limit=${limit}` : null;
        return { products: shown, next };
      },
      getProduct: ({ params }) => store.find(params.id) ?? refuse(404, 'No such product'),
      sellProduct({ params, body }, { log }) {
        const left = store.sell(params.id, body.quantity);
        if (!left)
          return store.find(params.id) ? refuse(409, 'Not enough in stock') : refuse(404, 'No such product');
        log.info('sold', { product: left.id, quantity: body.quantity });
        return left;
      },
    },
    { start: store.open, ready: store.isOpen, stop: store.close },
  );
  return { app, store };
}

export default createShop(process.env.DATABASE ?? 'shop.sqlite').app;
