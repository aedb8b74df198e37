import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import app from './lamps.js';

const headers = { 'Content-Type': 'application/json' };
let server;
before(async () => {
  server = await app.listen();
});
after(() => server.close());
const post = (body) => fetch(`${server.origin}/lamps`, { method: 'POST', headers, body });

test('a lamp can be added and found again', async () => {
  const added = await post('{"name":"Desk","watts":"40"}');
  assert.equal(added.status, 201);
  const found = await fetch(server.origin + added.headers.get('location'));
  assert.deepEqual(await found.json(), await added.json());
});

test('a lamp that gives no light is refused', async () => {
  assert.equal((await post('{"name":"Desk","watts":0}')).status, 422);
});
