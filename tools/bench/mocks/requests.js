/**
 * Requests to the documents beside this file, and the replies that these mean: a status, or several that are as good, and sometimes
 * a media type, headers, or the first bytes of a file.
 */

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const item = JSON.stringify({ name: 'Lamp', price: 5 });

/** A request with a body. */
const send = (method, path, body, headers = json) => ({ method, path, body, headers });
const get = (path, headers = {}) => ({ method: 'GET', path, headers });

const BOUNDARY = '----boundary7f3a9c21';
const multipart = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
const FILE = 'name="file"; filename="a.txt"\r\nContent-Type: text/plain';
const parts = (...names) =>
  [
    ...names.map((name) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${name}\r\n\r\nx`),
    `--${BOUNDARY}--\r\n`,
  ].join('\r\n');

/** What is sent to `/bodies`, and whether it is valid. */
const bodies = [
  [{ count: 5 }, true],
  [{ count: 5.0 }, true],
  [{ count: '5' }, false],
  [{ count: 5.5 }, false],
  [{ other: 5 }, false],
  [{ maybe: null }, true],
  [{ maybe: 5 }, false],
  [{ date: '2024-02-29' }, true],
  [{ date: '2023-02-29' }, false],
  [{ time: '2024-02-29T10:00:00Z' }, true],
  [{ time: '2024-02-29 10:00' }, false],
  [{ email: 'ada@example.com' }, true],
  [{ email: 'ada@' }, false],
  [{ uuid: '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d' }, true],
  [{ uuid: '6f1d3c52' }, false],
  [{ code: 'ABC' }, true],
  [{ code: 'ABCD' }, false],
  [{ tenth: 0.3 }, true],
  [{ tenth: 0.35 }, false],
  [{ unique: [1, 2] }, true],
  [{ unique: [{ a: 1 }, { a: 1 }] }, false],
  [{ one: 3 }, true],
  [{ one: 4 }, false],
  [{ one: -3 }, false],
  [{ pet: { kind: 'cat', lives: 9 } }, true],
  [{ pet: { kind: 'dog', lives: 9 } }, false],
  [{ pet: { kind: 'cow', lives: 9 } }, false],
  [{ closed: { a: 1, b: 2 } }, true],
  [{ closed: { a: 1, c: 2 } }, false],
  [{ const: 7 }, true],
  [{ const: 8 }, false],
  [{ deep: { abc: 1 } }, true],
  [{ deep: { abcd: 1 } }, false],
  [{ deep: {} }, false],
];

/** The requests by document, each with what is expected of its reply. */
export const requests = {
  shop: [
    [get('/items'), 200, { headers: { 'x-total-count': '42' } }],
    [get('/items?limit=5'), 200],
    [get('/items?limit=0'), 400],
    [get('/items?limit=x'), 400],
    [get('/items?sort=price'), 200],
    [get('/items?sort=size'), 400],
    [get('/items?tags=a&tags=b'), 200],
    [get('/items/7'), 200],
    [get('/items/x'), 400],
    [send('POST', '/items', item), 201, { headers: { location: '/items/7' } }],
    [send('POST', '/items', JSON.stringify({ name: 'Lamp', price: 5, about: 'x'.repeat(100_000) })), 201],
    [send('POST', '/items', '{}'), 400],
    [send('POST', '/items', '{"name":7,"price":5}'), 400],
    [send('POST', '/items', '{"name":'), 400],
    [send('POST', '/items', item, { 'Content-Type': 'text/plain' }), [400, 415]],
    [{ method: 'POST', path: '/items', headers: {} }, 400],
    [send('PUT', '/items/7', item), 200],
    [send('PUT', '/items/7', '{"name":""}'), 400],
    [{ method: 'DELETE', path: '/items/7', headers: {} }, 204],
    [{ method: 'DELETE', path: '/items', headers: {} }, 405],
    [get('/nowhere'), 404],
    [get('/orders'), 401],
    [get('/orders', { Authorization: 'Bearer x' }), 200],
    [get('/orders', { Authorization: 'Basic eDp5' }), 401],
    [
      {
        method: 'OPTIONS',
        path: '/items',
        headers: { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'POST' },
      },
      [200, 204],
    ],
    [get('/v1/items'), 200],
    [get('/v1/items/7'), 200],
    [get('/items/7', { Prefer: 'code=404' }), 404],
    [get('/items/7?__code=404'), 404],
    [get('/items', { Prefer: 'example=none' }), 200],
    [get('/items', { Prefer: 'example=unknown' }), 404],
    [get('/items', { Prefer: 'dynamic=true' }), 200],
  ],
  media: [
    [get('/types'), 200, { type: 'application/json' }],
    [get('/types', { Accept: 'application/xml' }), 200, { type: 'application/xml', begins: '<' }],
    [get('/types', { Accept: 'text/csv' }), 200, { type: 'text/csv', begins: 'name,watts' }],
    [get('/types', { Accept: 'text/plain' }), 200, { type: 'text/plain', begins: 'Desk' }],
    [get('/types', { Accept: 'text/csv;q=0.5, application/json' }), 200, { type: 'application/json' }],
    [get('/types', { Accept: 'text/*' }), 200, { type: 'text/' }],
    [get('/types', { Accept: 'image/png' }), 406],
    [get('/vendor', { Accept: 'application/vnd.api+json' }), 200, { type: 'application/vnd.api+json' }],
    [get('/photo', { Accept: 'image/png' }), 200, { type: 'image/png', begins: '\x89PNG' }],
    [get('/report', { Accept: 'application/pdf' }), 200, { type: 'application/pdf', begins: '%PDF' }],
    [get('/moved'), 302, { headers: { location: 'https://example.com/' } }],
    [get('/headers'), 204, { headers: { 'x-trace': 'abc', etag: '"7"' } }],
    [send('POST', '/upload', parts(FILE, 'name="title"'), multipart), 201],
    [send('POST', '/upload', parts(FILE), multipart), 422],
    [send('POST', '/form', 'name=Desk&watts=40', form), 201],
    [send('POST', '/form', 'name=Desk&watts=40&tags=a&tags=b', form), 201],
    [send('POST', '/form', 'name=Desk&watts=many', form), 422],
    [send('POST', '/form', 'name=Desk', form), 422],
    [send('POST', '/form', '{}'), [415, 422]],
    [send('POST', '/note', 'Desk', { 'Content-Type': 'text/plain' }), 201],
    [send('POST', '/note', 'Desk lamp', { 'Content-Type': 'text/plain' }), 422],
    [
      send('POST', '/xml', '<Lamp><name>Desk</name><watts>40</watts></Lamp>', {
        'Content-Type': 'application/xml',
      }),
      201,
    ],
  ],
  values: [
    [get('/ids/1,2'), 204],
    [get('/ids/1,x'), 422],
    [get('/query?space=1%202'), 204],
    [get('/query?space=1%20x'), 422],
    [get('/query?pipe=1%7C2'), 204],
    [get('/query?pipe=1%7Cx'), 422],
    [get('/query?comma=1,2'), 204],
    [get('/query?comma=1,x'), 422],
    [get('/query?deep%5Bsize%5D=5'), 204],
    [get('/query?deep%5Bsize%5D=x'), 422],
    [get('/query?json=%7B%22a%22%3A1%7D'), 204],
    [get('/query?json=%7B%22a%22%3A%22x%22%7D'), 422],
    [get('/query?json=x'), 422],
    [get('/others', { Cookie: 'session=5', 'X-Count': '5' }), 204],
    [get('/others', { Cookie: 'session=x', 'X-Count': '5' }), 422],
    [get('/others', { 'X-Count': '5' }), 422],
    [get('/others', { Cookie: 'session=5', 'X-Count': 'x' }), 422],
    [get('/others', { Cookie: 'session=5' }), 422],
    ...bodies.map(([body, isValid]) => [send('POST', '/bodies', JSON.stringify(body)), isValid ? 204 : 422]),
  ],
};
