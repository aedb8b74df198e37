import assert from 'node:assert/strict';
import { test } from 'node:test';
import app from './lamps.js';

const headers = { 'Content-Type': 'application/json' };
const post = (body) => app.fetch(new Request('http://localhost/lamps', { method: 'POST', headers, body }));

test('adds a lamp, and finds it again', async () => {
  const added = await post('{"name": "Desk", "watts": 40}');
  assert.equal(added.status, 201);
  const found = await app.fetch(new Request(`http://localhost${added.headers.get('location')}`));
  assert.deepEqual(await found.json(), await added.json());
});

test('rejects a lamp that gives no light', async () => {
  assert.equal((await post('{"name": "Desk", "watts": 0}')).status, 422);
});
