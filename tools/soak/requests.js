/** Requests as bytes, each with the expected status. */

const EMAIL = '{"email":"a@b.cc"}';
const USER = '{"name":"Ada","email":"ada@example.com","age":36,"website":"https://example.com"}';
const ID = '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d';

export const head = (...lines) => `${lines.join('\r\n')}\r\n\r\n`;
export const get = (target, ...fields) => head(`GET ${target} HTTP/1.1`, 'Host: a', ...fields);
export const post = (target, body, ...fields) =>
  head(`POST ${target} HTTP/1.1`, 'Host: a', `Content-Length: ${body.length}`, ...fields) + body;
const chunked = (chunks) => head('POST /users HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked') + chunks;

/** A request that always gets a 200. */
export const healthy = post('/users', EMAIL);

export const ordinary = [
  [healthy, 200],
  [post('/users/', USER), 201],
  [post('/users/', '{"name":"Ada","email":"ada","age":200}'), 422],
  [post('/products/', '{"name":"Lamp","price":"9.50","quantity":3}'), 201],
  [post('/products', '{"price":0}'), 422],
  [get('/items/1?quantity=2'), 200],
  [get('/search/?query=a+b'), 200],
  [get('/users/?page=0'), 422],
  [get('/protected/', `Authorization: Bearer ${ID}`), 200],
  [get('/api/data'), 401],
  [get('/'), 200],
  [get('/search?query=x'), 307],
  [chunked(`12\r\n${EMAIL}\r\n0\r\n\r\n`), 200],
  [post('/webhook', 'x'.repeat(2000), 'X-Webhook-Signature: ab'), 200],
];

/** Hostile requests after which the connection stays open. */
const keptAlive = [
  [post('/users', '['.repeat(65_536)), 400],
  [post('/users', `{"a":${'['.repeat(60)}${']'.repeat(60)},"email":"a@b.cc"}`), 200],
  [post('/users', `{${'"__proto__":{"email":"b@b.cc"},'.repeat(500)}"email":"a@b.cc"}`), 200],
  [post('/users', `{"email":${'9'.repeat(5000)}}`), 422],
  [post('/users', `{"email":"${'a.'.repeat(5000)}@b.cc"}`), 422],
  [post('/users', '{"email":"\\ud800"}'), 422],
  [post('/users', '\xff\xfe{\0}\0'), 400],
  [post('/users', '{"email":NaN}'), 400],
  [post('/users', '{"email":"\xc0\xaf"}'), 400],
  [post('/users', EMAIL, 'Content-Encoding: gzip'), 415],
  [post('/users', EMAIL, 'Content-Type: application/jsonx'), 415],
  [get('/items/%ff'), 400],
  [get('/users/../protected/'), 404],
  [get(`/search/?query=${'%ff'.repeat(2000)}`), 200],
  [get(`/${'a/'.repeat(4000)}`), 404],
];

/** Hostile requests after which the service closes the connection. */
const closing = [
  [head('GET / HTTP/1.1'), 400],
  [head('rubbish'), 400],
  [get('/', 'X : y'), 400],
  [post('/users', EMAIL, 'Content-Length: 18'), 400],
  [post('/users', EMAIL, 'Transfer-Encoding: chunked'), 400],
  [chunked('x\r\n'), 400],
  [head('POST /users HTTP/1.1', 'Host: a', 'Content-Length: 65537'), 413],
  [get(`/${'a'.repeat(9000)}`), 414],
  [get('/', 'Expect: the impossible'), 417],
  [get('/', ...Array.from({ length: 120 }, () => 'X: y')), 431],
  [get('/', `X: ${'y'.repeat(20_000)}`), 431],
  [head('BREW / HTTP/1.1', 'Host: a'), 501],
  [head('CONNECT a:80 HTTP/1.1', 'Host: a'), 501],
  [head('POST /users HTTP/1.1', 'Host: a', 'Transfer-Encoding: gzip'), 501],
  [head('GET / HTTP/2.0', 'Host: a'), 505],
];

export const hostile = [...keptAlive, ...closing];

/** Bodies at the limit or above it. */
export const large = [
  [post('/users', EMAIL.padEnd(65_536)), 200],
  [post('/users', `{"x":[${'0,'.repeat(32_000)}0],"email":"a@b.cc"}`), 200],
  [
    post(
      '/users',
      `{${Array.from({ length: 5000 }, (_, at) => `"${at * 9973}":0,`).join('')}"email":"a@b.cc"}`,
    ),
    200,
  ],
  [post('/users', `{"email":[${'"\\u0000",'.repeat(7000)}0]}`), 422],
  [post('/users/', `{"x":"${'y'.repeat(60_000)}"}`), 422],
  [post('/webhook', ' '.repeat(65_536), 'X-Webhook-Signature: ab'), 200],
  [chunked(`${`400\r\n${' '.repeat(1024)}\r\n`.repeat(63)}12\r\n${EMAIL}\r\n0\r\n\r\n`), 200],
  [chunked(`ffff\r\n${' '.repeat(65_535)}\r\n`.repeat(2)), 413],
  ...keptAlive,
];
