import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { type ValueOf, valid } from 'assay/fields';
import { createShop, page } from './shop.ts';

let shop = createShop(':memory:');
beforeEach(() => {
  shop = createShop(':memory:');
  shop.store.open();
});
afterEach(() => shop.store.close());

const get = (path: string) => shop.app.fetch(new Request(`http://shop${path}`));
const post = (path: string, body: unknown) =>
  shop.app.fetch(
    new Request(`http://shop${path}`, { method: 'POST', body: JSON.stringify(body), headers: json }),
  );
const json = { 'Content-Type': 'application/json' };
const lamp = { name: 'Lamp', cents: 1990, stock: 3 };

test('a product can be added and found again', async () => {
  const added = await post('/products', lamp);
  assert.equal(added.status, 201);
  const found = await get(added.headers.get('location') ?? '');
  assert.deepEqual(await found.json(), { id: 1, ...lamp });
  assert.equal((await get('/products/2')).status, 404);
});

test('a name can be taken only once, in whatever case', async () => {
  await post('/products', lamp);
  const again = await post('/products', { ...lamp, name: 'LAMP' });
  assert.equal(again.status, 409);
  assert.deepEqual(await again.json(), { detail: 'A product of this name exists already' });
});

test('all pages together have each product once', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await post('/products', { ...lamp, name });
  const names = [];
  for (let next: string | null | undefined = '/products?limit=2'; next; ) {
    const shown: ValueOf<typeof page> | undefined = valid(page, await (await get(next)).json());
    names.push(shown?.products.map(({ name }) => name));
    next = shown?.next;
  }
  assert.deepEqual(names, [['a', 'b'], ['c', 'd'], ['e']]);
  assert.equal((await get('/products?limit=101')).status, 422);
});

test('no more is sold than there is', async () => {
  await post('/products', lamp);
  const sales = await Promise.all([2, 2, 1].map((quantity) => post('/products/1/sales', { quantity })));
  assert.deepEqual(
    sales.map(({ status }) => status),
    [201, 409, 201],
  );
  assert.deepEqual(await (await get('/products/1')).json(), { id: 1, ...lamp, stock: 0 });
  assert.equal((await post('/products/2/sales', { quantity: 1 })).status, 404);
});

test('the file is brought up to date when the shop starts, and closed when it stops', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'));
  const file = join(folder, 'shop.sqlite');
  // As the first version of the shop left it.
  const old = new DatabaseSync(file);
  old.exec(`CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE,
    cents INTEGER NOT NULL) STRICT; INSERT INTO products VALUES (7, 'Desk', 9900); PRAGMA user_version = 1`);
  old.close();
  for (let run = 0; run < 2; run++) {
    const { app, store } = createShop(file);
    const server = await app.listen();
    const found = await fetch(`${server.origin}/products/7`);
    assert.deepEqual(await found.json(), { id: 7, name: 'Desk', cents: 9900, stock: 0 });
    await server.close();
    assert.equal(store.isOpen(), false);
  }
  rmSync(folder, { recursive: true });
});

test('a database of a newer version is left alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'));
  const file = join(folder, 'shop.sqlite');
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  const { store } = createShop(file);
  assert.throws(() => store.open(), /newer version/);
  store.close();
  rmSync(folder, { recursive: true });
});
