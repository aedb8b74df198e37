/** The requests for every server, and the replies that are checked before it is measured. */
import assert from 'node:assert/strict';

const user = { name: 'Ada Lovelace', age: 36, email: 'ada@example.com', website: 'https://example.com/ada' };
const wrongUser = { name: 'Ada Lovelace', age: 150, email: 'ada@', website: 'ftp://example.com/ada' };
const users = { page: 2, limit: 50, email_filter: 'ada@example.com', users: [] };
const session = { authenticated: true, token: '6f1d3c52...' };
export const ID = '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d';

/** `unchecked` is the reply of a server that validates nothing. */
export const workloads = [
  {
    title: 'POST /users/ accepted',
    request: post('/users/', user),
    status: 201,
    check: equals(user),
    unchecked: { status: 201, body: user },
  },
  {
    title: 'POST /users/ refused',
    request: post('/users/', wrongUser),
    status: 422,
    check: namesAll(wrongUser, ['age', 'email', 'website']),
    unchecked: { status: 201, body: wrongUser },
  },
  {
    title: 'GET /users/',
    request: get('/users/?page=2&limit=50&email=ada%40example.com'),
    status: 200,
    check: equals(users),
    unchecked: { status: 200, body: users },
  },
  {
    title: 'GET /protected/',
    request: get('/protected/', `Authorization: Bearer ${ID}`),
    status: 200,
    check: equals(session),
    unchecked: { status: 200, body: session },
  },
];

/** The head of a request as an ordinary HTTP client sends it. */
function head(line, lines) {
  const usual = ['Host: 127.0.0.1', 'User-Agent: bench', 'Accept: */*', 'Accept-Encoding: gzip, deflate, br'];
  return [`${line} HTTP/1.1`, ...usual, ...lines, '\r\n'].join('\r\n');
}

export function get(target, ...lines) {
  return head(`GET ${target}`, lines);
}

/** A request with a body of any kind: text that has a character for each byte, or anything else as JSON. */
export function post(target, body, ...lines) {
  const bytes = typeof body === 'string' ? body : Buffer.from(JSON.stringify(body)).toString('latin1');
  return (
    head(`POST ${target}`, ['Content-Type: application/json', `Content-Length: ${bytes.length}`, ...lines]) +
    bytes
  );
}

function equals(expected) {
  return (body) => assert.deepEqual(body, expected);
}

/** Expects one entry for each of these fields, in any order and any wording. */
function namesAll(sent, fields) {
  return ({ detail }) => {
    const shown = detail.map(({ type, loc, msg, input }) => {
      assert(typeof type === 'string' && typeof msg === 'string');
      return [loc.at(-1), input];
    });
    assert.deepEqual(Object.fromEntries(shown), Object.fromEntries(fields.map((name) => [name, sent[name]])));
  };
}
