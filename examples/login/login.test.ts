import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpiring } from './expiring.ts';
import { createLogin } from './login.ts';

/** A browser: it keeps cookies, and sends the forms that it is shown. */
function createBrowser(app = createLogin()) {
  const cookies = new Map<string, string>();
  const open = async (path: string, options: RequestInit = {}) => {
    const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const response = await app.fetch(new Request(`http://login${path}`, { ...options, headers }));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  };
  const send = async (path: string, fields: Record<string, string> = {}) => {
    const page = await (await open('/')).text();
    const [, token = ''] = /name="token" value="([^"]*)"/.exec(page) ?? [];
    return open(path, { method: 'POST', body: new URLSearchParams({ token, ...fields }) });
  };
  const home = async () => (await open('/')).text();
  return { cookies, open, send, home };
}

const ada = { name: 'ada', password: 'engine-no-1' };
const bob = { name: 'bob', password: 'squirrel-42' };

test('a user logs in and out', async () => {
  const { cookies, open, send, home } = createBrowser();
  const wrong = await send('/login', { ...ada, password: 'guess' });
  assert.equal(wrong.status, 401);
  const right = await send('/login', ada);
  assert.equal(right.status, 303);
  assert.match(right.headers.getSetCookie().join(), /; Secure; HttpOnly; SameSite=Lax$/);
  assert.match(await home(), /Hello, ada \(admin\)/);
  const session = cookies.get('__Host-session') ?? '';
  assert.equal((await send('/logout')).status, 303);
  cookies.set('__Host-session', session);
  assert.equal((await open('/users')).status, 401);
});

test('each role has its own endpoints', async () => {
  const { open, send } = createBrowser();
  assert.equal((await open('/users')).status, 401);
  await send('/login', bob);
  assert.equal((await open('/users')).status, 403);
  await send('/login', ada);
  assert.deepEqual(await (await open('/users')).json(), [{ name: 'ada' }, { name: 'bob' }]);
});

test('a form of another page is refused', async () => {
  const { cookies, open, send } = createBrowser();
  const login = (token: string) =>
    open('/login', { method: 'POST', body: new URLSearchParams({ ...ada, token }) });
  assert.equal((await login('guess')).status, 403);
  await open('/');
  assert.equal((await login('guess')).status, 403);
  assert.equal((await login(cookies.get('__Host-form') ?? '')).status, 303);
  assert.equal((await send('/logout', { token: 'guess' })).status, 403);
});

test('after five attempts one has to wait', async () => {
  const { send } = createBrowser();
  for (let attempt = 0; attempt < 5; attempt++) await send('/login', { ...ada, password: 'guess' });
  const refused = await send('/login', ada);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '60');
});

test('no reply may be kept or framed, and none shows a password', async () => {
  const { open, send } = createBrowser();
  const home = await open('/');
  assert.equal(home.headers.get('cache-control'), 'no-store');
  assert.equal(home.headers.get('x-frame-options'), 'DENY');
  const refused = await send('/login', { name: 'ada', password: 'x'.repeat(81) });
  assert.equal(refused.status, 422);
  assert.doesNotMatch(await refused.text(), /xxx/);
});

test('what expires is forgotten, and so is the oldest when there is no room', (context) => {
  context.mock.timers.enable({ apis: ['Date'] });
  const values = createExpiring<number>({ capacity: 2, seconds: 60 });
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) values.set(key, index);
  assert.deepEqual(['a', 'b', 'c'].map(values.get), [2, undefined, 3]);
  context.mock.timers.tick(60_000);
  assert.equal(values.get('a'), undefined);
});
