import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

process.env.DATABASE = ':memory:';
const { default: app } = await import('./notes.js');

let server;
before(async () => {
  server = await app.listen();
});
after(() => server.close());

async function send(method, path, body, token) {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(server.origin + path, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

async function newToken(name) {
  const account = { name, password: 'engine-no-1' };
  await send('POST', '/users', account);
  return (await send('POST', '/login', account)).body.token;
}

test('a user sees only their own notes', async () => {
  const [ada, bob] = [await newToken('ada'), await newToken('bob')];
  await send('POST', '/notes', { text: 'Buy a lamp' }, ada);
  assert.deepEqual((await send('GET', '/notes', undefined, ada)).body, [{ id: 1, text: 'Buy a lamp' }]);
  assert.deepEqual((await send('GET', '/notes', undefined, bob)).body, []);
});

test('a wrong password and a wrong token get a 401', async () => {
  await newToken('eve');
  assert.equal((await send('POST', '/login', { name: 'eve', password: 'engine-no-2' })).status, 401);
  assert.equal((await send('GET', '/notes', undefined, 'guess')).status, 401);
});
