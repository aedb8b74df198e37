import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Examiner } from '../../src/check/exchange.ts';
import { judgeOf } from '../../src/check/judge.ts';
import { type Exchange, Kept, MAX_KEPT } from '../../src/check/proxy.ts';
import type { Pairs } from '../../src/check/result.ts';
import { secretFinder, withoutSecrets } from '../../src/check/secrets.ts';
import { NoReply } from '../../src/check/sender.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { defined } from '../../src/text/guards.ts';
import { countTurns } from '../_clock.ts';
import { document } from './_lamps.ts';

/** What is said of a request and its reply that went through a proxy. */

const login = {
  post: {
    operationId: 'login',
    security: [{ key: [] }],
    parameters: [
      { name: 'code', in: 'query', schema: { type: 'string', format: 'password' } },
      { name: 'X-Device', in: 'header', schema: { type: 'string', writeOnly: true } },
      { name: 'page', in: 'query', schema: { type: 'string' } },
    ],
    requestBody: {
      content: {
        'application/json': {
          schema: { type: 'object', properties: { pin: { type: 'string', writeOnly: true } } },
        },
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties: { password: { type: 'string' } } },
        },
      },
    },
    responses: { 200: { description: 'Done' } },
  },
};
const app = fromDocument({
  ...document,
  servers: [{ url: '/v1' }],
  paths: { ...document.paths, '/login': login },
  components: {
    securitySchemes: {
      ...document.components.securitySchemes,
      key: { type: 'apiKey', in: 'query', name: 'ticket' },
    },
  },
})[hosting];
const judge = judgeOf(app);
const examiner = new Examiner(app.contract, judge, { isPedantic: false, showsAll: true });

const TYPE = ['Content-Type', 'application/json'] as const;
const TOKEN = ['Authorization', 'Bearer s3cret-token'] as const;
const SHOP = ['X-Shop', 'ab'] as const;
const LAMP = '{"name":"Desk","watts":7,"owner":"ada@example.com"}';
const MADE = '{"id":"1","name":"Desk","watts":7,"owner":"ada@example.com"}';

interface Given {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Pairs;
  readonly body?: string | Buffer;
  readonly isEnded?: boolean;
  readonly reply?: readonly [status: number, body: string | Buffer, headers?: Pairs] | NoReply;
  readonly isBlocked?: boolean;
}

const kept = (body: string | Buffer, isEnded = true) => {
  const all = new Kept();
  all.add(Buffer.from(body));
  all.isEnded = isEnded;
  return all;
};

const created = [201, MADE] as const;

function exchange(given: Given): Exchange {
  const { method = 'POST', target = '/lamps', headers = [TOKEN, TYPE], body = LAMP, isEnded } = given;
  const { reply = created, isBlocked = false } = given;
  return {
    request: { method, target, headers, body: kept(body, isEnded) },
    reply:
      reply instanceof NoReply
        ? reply
        : { status: reply[0], headers: reply[2] ?? [TYPE], body: kept(reply[1]) },
    isBlocked,
    sentAt: 0,
    took: 1,
  };
}

const get = { method: 'GET', headers: [SHOP], body: '' } as const;
const problem = ['Content-Type', 'application/problem+json'] as const;
const refused = [400, '{"title":"No","status":400}', [problem]] as const;
const big = Buffer.alloc(MAX_KEPT + 1, 'a');

it.each<[string, Given, string]>([
  ['all as declared', {}, 'agrees'],
  ['below the path of a server', { target: '/v1/lamps' }, 'agrees'],
  [
    'a request that is refused rightly',
    { body: '{}', reply: refused },
    'request body.name: body.name is missing',
  ],
  [
    'a wrong value that is refused rightly',
    { body: LAMP.replace('7', '0'), reply: refused },
    'request body.watts: body.watts must be between 1 and 100',
  ],
  [
    'a wrong request that is sent elsewhere',
    { body: '{}', reply: [300, ''] },
    'status body.name: the status is 300 instead of 201, 400, 401',
  ],
  ['a request that is accepted though wrong', { body: '{}' }, 'accepted body.name: it is accepted with 201'],
  [
    'a value that is out of bounds',
    { ...get, target: '/lamps?limit=900', reply: [200, '[]'] },
    'accepted query.limit: it is accepted with 200',
  ],
  [
    'no credential',
    { headers: [TYPE], reply: [401, refused[1], [problem]] },
    'request credential: the credential is missing, or of another scheme',
  ],
  ['no JSON', { body: '{', reply: refused }, "request body: the body can't be read"],
  [
    'another content type',
    { headers: [TOKEN, ['Content-Type', 'text/plain']] },
    'request body: the content type of the body is not declared',
  ],
  [
    'a path that is no text',
    { ...get, target: '/lamps/%FF', headers: [TOKEN], reply: [404, refused[1], [problem]] },
    'agrees',
  ],
  ['an address of which libraries differ', { body: LAMP.replace('ada@', 'ad a@') }, 'agrees'],
  [
    'an undeclared path',
    { ...get, target: '/users/7?a=b', reply: [200, ''] },
    'request path: the document has no GET /users/…',
  ],
  [
    'an undeclared method',
    { method: 'PATCH', reply: [200, ''] },
    'request method: the document has no PATCH /lamps',
  ],
  ['a question of a browser', { method: 'OPTIONS', headers: [], body: '', reply: [204, ''] }, 'agrees'],
  ['no body to a HEAD', { ...get, method: 'HEAD', reply: [200, '', [TYPE]] }, 'agrees'],
  ['a reply without a property', { reply: [201, '{}'] }, 'reply request: body.id is missing'],
  [
    'a reply of an undeclared status',
    { reply: [202, MADE] },
    'status request: the status is 202 instead of 201, 400, 401',
  ],
  ['a crash', { body: '{}', reply: [500, ''] }, 'crashed body.name: the status is 500'],
  ['no reply', { reply: new NoReply('the reply broke off') }, 'crashed request: the reply broke off'],
  [
    'a refusal of the proxy',
    { body: '{}', reply: [400, '{}'], isBlocked: true },
    'request body.name: body.name is missing',
  ],
  ['a compressed reply', { reply: [201, gzipSync(MADE), [TYPE, ['Content-Encoding', 'gzip']]] }, 'agrees'],
  [
    'a compressed reply that is wrong',
    { reply: [201, gzipSync('{}'), [TYPE, ['Content-Encoding', 'gzip']]] },
    'reply request: body.id is missing',
  ],
  [
    'a compressed request',
    { headers: [TOKEN, TYPE, ['Content-Encoding', 'gzip']], body: gzipSync('{}') },
    'accepted body.name: it is accepted with 201',
  ],
  [
    'a reply that is not compressed as it says',
    { reply: [201, MADE, [TYPE, ['Content-Encoding', 'br']]] },
    "inconclusive: a body has more than 1 MiB, or can't be decoded",
  ],
  [
    'an unknown compression',
    { reply: [201, MADE, [TYPE, ['Content-Encoding', 'zstd']]] },
    "inconclusive: a body has more than 1 MiB, or can't be decoded",
  ],
  [
    'an unknown compression of what is no JSON',
    {
      reply: [
        201,
        '<p>',
        [
          ['Content-Type', 'text/html'],
          ['Content-Encoding', 'zstd'],
        ],
      ],
    },
    'reply request: the content type is text/html instead of application/json',
  ],
  ['a long reply', { reply: [201, big] }, "inconclusive: a body has more than 1 MiB, or can't be decoded"],
  [
    'a long reply of which nothing is said',
    { method: 'POST', target: '/login?ticket=a', headers: [TYPE], body: '{}', reply: [200, big, []] },
    'agrees',
  ],
  [
    'a long request',
    { body: big, reply: refused },
    "inconclusive: a body has more than 1 MiB, or can't be decoded",
  ],
  ['a request of which the service read a part', { body: '{', isEnded: false, reply: refused }, 'agrees'],
])('%s', async (_, given, expected) => {
  const { outcome, fault, why, case: each } = await examiner.resultOf(exchange(given));
  const what = outcome === 'differs' ? `${fault} ${each.place}` : outcome;
  expect(why === undefined ? what : `${what}: ${why}`).toBe(expected);
});

it.each<[string, Given, object]>([
  ['is as declared', {}, { outcome: 'agrees', wanted: 'what the document declares' }],
  ['is accepted though wrong', { body: '{}' }, { outcome: 'differs', wanted: 'a 4xx' }],
  [
    'is refused',
    { body: '{}', reply: refused },
    { outcome: 'differs', wanted: 'what the document declares' },
  ],
])('says when a request was sent that %s, and what was wanted', async (_, given, expected) => {
  const sent = { ...exchange(given), sentAt: 5, took: 7 };
  const result = await examiner.resultOf(sent);
  expect(result).toMatchObject({ ...expected, query: [], isSent: true, sentAt: 5, took: 7 });
});

const tags = `[${'"a",'.repeat(50_000)}"a"]`;

it.each<[string, Given]>([
  ['request', { body: LAMP.replace('}', `,"tags":${tags}}`) }],
  ['reply', { reply: [201, MADE.replace('}', `,"tags":${tags}}`)] }],
])('leaves turns to everything else while it judges a long %s', async (_, given) => {
  const turns = countTurns();
  await examiner.resultOf(exchange(given));
  expect(turns()).toBeGreaterThan(5);
});

it('applies the rules that only some implementations follow if it is told to', async () => {
  const pedantic = new Examiner(app.contract, judge, { isPedantic: true, showsAll: false });
  const given = exchange({ body: LAMP.replace('ada@', 'ad a@'), reply: refused });
  expect(await pedantic.resultOf(given)).toMatchObject({ fault: 'request', case: { place: 'body.owner' } });
});

it('says by which rule a value is wrong that is no email address for anybody', async () => {
  const given = exchange({ body: LAMP.replace('ada@example.com', 'lovelace'), reply: refused });
  const { place, certainty, rule } = (await examiner.resultOf(given)).case;
  expect({ place, certainty, rule }).toEqual({
    place: 'body.owner',
    certainty: 'certain',
    rule: 'the declared values',
  });
});

it.each([
  ['gzip', gzipSync],
  ['X-GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', Buffer.from],
] as const)('reads a reply in the encoding %s', async (encoding, encode) => {
  const given = { reply: [201, encode('{}'), [TYPE, ['Content-Encoding', encoding]]] } as const;
  const { why, received } = await examiner.resultOf(exchange(given));
  expect([why, received?.body]).toEqual(['body.id is missing', '{}']);
});

it('joins the values of a header that a reply has more than once', async () => {
  const headers: Pairs = [TYPE, ['Vary', 'Accept'], ['vary', 'Origin']];
  const { received } = await examiner.resultOf(exchange({ reply: [201, MADE, headers] }));
  expect(received?.header('vary')).toBe('Accept, Origin');
});

it('says little of what no report shows', async () => {
  const brief = new Examiner(app.contract, judge, { isPedantic: false, showsAll: false });
  expect(await brief.resultOf(exchange({}))).toMatchObject({
    outcome: 'agrees',
    case: { operation: 'createLamp', title: '', request: { method: '', target: '', body: undefined } },
  });
  expect((await brief.resultOf(exchange({ body: '{}' }))).case.request.body).toBe('{}');
});

it('tells a hundred undeclared endpoints apart', async () => {
  const own = new Examiner(app.contract, judge, { isPedantic: false, showsAll: false });
  const words: unknown[] = [];
  for (let at = 0; at < 102; at++) {
    const name = [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    words.push((await own.resultOf(exchange({ ...get, target: `/users/${name}` }))).why);
  }
  expect(new Set(words).size).toBe(101);
  expect(words.slice(-2)).toEqual(Array(2).fill('the document has no such path'));
});

it('answers as the app itself does', async () => {
  expect(await examiner.answer(exchange({}).request)).toBeUndefined();
  const answer = await examiner.answer(exchange({ headers: [TYPE] }).request);
  expect(answer).toMatchObject({ status: 401, body: '{"title":"Not authenticated","status":401}' });
  expect(answer?.headers).toContainEqual(['WWW-Authenticate', 'Bearer']);
});

it('hides secrets in requests, and wherever a reply repeats them', async () => {
  const given = exchange({
    target: '/login?ticket=tick-7&limit=9',
    headers: [TOKEN, TYPE, ['Cookie', 'theme=dark; sid=bakery-9'], ['X-API-Key', 'key-5']],
    body: '{"pin":"12\\"34","name":"Ada"}',
    reply: [
      200,
      '{"accessToken":"fresh-1","echo":"s3cret-token bakery-9 key-5","name":"Ada"}',
      [TYPE, ['Set-Cookie', 'sid=new-3'], ['Set-Cookie', 'b=new-3'], ['X-Echo', 'bakery-9']],
    ],
  });
  const { received, headers, ...others } = await examiner.resultOf(given);
  expect(JSON.stringify({ received, others })).not.toMatch(/tick-7|s3cret|bakery|12|key-5|fresh-1|new-3/);
  expect(headers.map(([name]) => name)).toEqual(['Authorization', 'Cookie', 'X-API-Key']);
  expect(others.case.request).toEqual({
    method: 'POST',
    target: '/login?ticket=***&limit=9',
    headers: { 'Content-Type': 'application/json' },
    body: '{"pin":"***","name":"Ada"}',
  });
  expect(received?.body).toBe('{"accessToken":"***","echo":"*** *** ***","name":"Ada"}');
});

it('hides secrets in forms, and shows bytes as they are', async () => {
  const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
  const { case: each } = await examiner.resultOf(
    exchange({ target: '/login', headers: [form], body: 'name=Ada&password=swordfish', reply: [200, ''] }),
  );
  expect(each.request.body).toBe('name=Ada&password=***');
  const first = exchange({ target: '/login', headers: [form], body: 'password=swordfish&name=Ada' });
  expect((await examiner.resultOf(first)).case.request.body).toBe('password=***&name=Ada');
  const { case: binary } = await examiner.resultOf(exchange({ body: Buffer.of(0xff) }));
  expect(binary.request.body).toEqual(Buffer.of(0xff));
});

it.each([
  ...['Authorization', 'proxy-authorization', 'Cookie', 'Set-Cookie', 'TOKEN', 'X-CSRF-Token'],
  ...['access_token', 'client_secret', 'apikey', 'X-API-Key', 'api_key', 'Password', 'db-passwd'],
  ...['passphrase', 'accessToken', 'clientSecret', 'mapsApiKey', 'newPassword'],
])('takes %s for a secret by its name', (name) => {
  expect(secretFinder(app.contract)(undefined)(name)).toBe(true);
});

it.each([
  ...['tokens', 'token_type', 'tokenType', 'cookies', 'passwordHint', 'secretary', 'broken'],
  ...['keyToken2', 'apiKeyId', 'monkey', 'ticket', 'pin'],
])('takes %s for no secret', (name) => {
  expect(secretFinder(app.contract)(undefined)(name)).toBe(false);
});

it('takes for secrets what an operation declares as such', () => {
  const isSecret = secretFinder(app.contract)('login');
  const secrets = ['ticket', 'pin', 'password', 'code', 'X-Device', 'x-device'];
  expect([...secrets, 'name', 'page'].filter(isSecret)).toEqual(secrets);
});

it('takes for secrets what is one by its name, where nothing is declared', () => {
  const { declaredSecrets: _, credential: __, ...login } = defined(app.contract.endpoints.login);
  const isSecret = secretFinder({ ...app.contract, endpoints: { login } })('login');
  expect(['password', 'code', 'ticket'].map(isSecret)).toEqual([true, false, false]);
});

it.each([
  ['{"token" : "a\\"b","c":"d"}', '{"token" : "***","c":"d"}'],
  ['{"token":7,"token":""}', '{"token":7,"token":"***"}'],
  [`{"${'a'.repeat(99)}token":"b"}`, `{"${'a'.repeat(99)}token":"b"}`],
  ['token=a b&c=d', 'token=*** b&c=d'],
  ['a=b&token=c#token=d', 'a=b&token=***#token=d'],
  ['a token=b', 'a token=b'],
  ['/a?token=&b=c', '/a?token=***&b=c'],
])('hides the secrets of a text: %s', async (body, shown) => {
  const given = await examiner.resultOf(exchange({ target: '/login', body: '' }));
  const received = { status: 200, header: () => undefined, body };
  expect(withoutSecrets({ ...given, received }, (name) => /token$/.test(name)).received?.body).toBe(shown);
});

it('hides secrets in a reply whose headers are not known', async () => {
  const given = await examiner.resultOf(exchange({}));
  const received = { status: 201, header: () => undefined, body: '{"token":"fresh-1"}' };
  expect(withoutSecrets({ ...given, received }, (name) => name === 'token').received).toMatchObject({
    headers: [],
    body: '{"token":"***"}',
  });
});

it('keeps a body in few parts, however it came', () => {
  const joined = vi.spyOn(Buffer, 'concat');
  onTestFinished(() => joined.mockRestore());
  const all = new Kept();
  for (let at = 0; at < 5000; at++) all.add(Buffer.from('a'));
  expect(String(all.bytes)).toBe('a'.repeat(5000));
  expect(Math.max(...joined.mock.calls.map(([parts]) => parts.length))).toBeLessThan(2000);
});
