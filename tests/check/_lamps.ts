import type { Change } from './_server.ts';

/** A service that is exactly as its document says, written by hand, and the faults that it may have. */

const problem = {
  description: 'An error',
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        required: ['title', 'status'],
        properties: { title: { type: 'string' }, status: { type: 'integer' } },
      },
    },
  },
};
const lamp = {
  type: 'object',
  required: ['id', 'name', 'watts', 'owner'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    watts: { type: 'integer' },
    owner: { type: 'string' },
  },
};
const input = {
  type: 'object',
  required: ['name', 'watts', 'owner'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 20 },
    watts: { type: 'integer', minimum: 1, maximum: 100 },
    owner: { type: 'string', format: 'email' },
    color: { type: 'string', enum: ['warm', 'cold'] },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    built: { type: 'string', format: 'date' },
  },
};
const json = (schema: unknown) => ({ description: 'Done', content: { 'application/json': { schema } } });
const body = { required: true, content: { 'application/json': { schema: input } } };
const security = [{ bearer: [] }];
const id = {
  name: 'lampId',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[0-9]{1,6}$' },
};

export const document = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  paths: {
    '/lamps': {
      post: {
        operationId: 'createLamp',
        tags: ['lamps'],
        security,
        requestBody: body,
        responses: { 201: json(lamp), 400: problem, 401: problem },
      },
      get: {
        operationId: 'listLamps',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
          { name: 'since', in: 'query', schema: { type: 'string', format: 'date' } },
          {
            name: 'X-Shop',
            in: 'header',
            required: true,
            schema: { type: 'string', pattern: '^[a-z]{2,5}$' },
          },
        ],
        responses: { 200: json({ type: 'array', items: lamp }), 400: problem },
      },
    },
    '/lamps/{lampId}': {
      parameters: [id],
      get: { operationId: 'getLamp', security, responses: { 200: json(lamp), '4XX': problem } },
      put: {
        operationId: 'replaceLamp',
        security,
        requestBody: body,
        responses: { 200: json(lamp), '4XX': problem },
      },
      delete: {
        operationId: 'deleteLamp',
        security,
        responses: { 204: { description: 'Gone' }, '4XX': problem },
      },
    },
  },
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
};

export const TOKEN = 's3cret-token';

type Lamp = Readonly<Record<string, unknown>>;
type Rule = (value: unknown) => boolean;
type Rules = Readonly<Record<string, Rule>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isDate: Rule = (value) =>
  isText(value) &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value;

const rules: Rules = {
  name: (value) => isText(value) && value.length >= 2 && value.length <= 20,
  watts: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100,
  owner: (value) => isText(value) && /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value),
  color: (value) => value === undefined || value === 'warm' || value === 'cold',
  tags: (value) => value === undefined || (Array.isArray(value) && value.length <= 3 && value.every(isText)),
  built: (value) => value === undefined || isDate(value),
};

/** What a service does otherwise than its document says. */
export interface Lapse {
  readonly rules?: Rules;
  /** Answers in place of the service. */
  readonly answer?: (request: Asked) => Response | undefined;
  /** Skips a check: of the query, the header, the path, the credential, unknown properties. */
  readonly skips?: readonly string[];
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly text: string;
}

const refused = (status: number, title = 'No', headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify({ title, status }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
const done = (value: unknown, status = 200) => Response.json(value, { status });

/** Makes the service. */
export function lampService({ rules: others = {}, answer, skips = [] }: Lapse = {}) {
  const lamps = new Map<string, Lamp>();
  let last = 0;
  const all = { ...rules, ...others };
  const isSkipped = (what: string) => skips.includes(what);

  function read({ text, headers }: Asked): Lamp | Response {
    if (!/^application\/json/.test(headers.get('content-type') ?? '') && !isSkipped('content type'))
      return refused(415);
    try {
      const value = JSON.parse(text);
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (!isObject) return refused(400);
      const unknown = Object.keys(value).some((name) => !(name in rules));
      const isValid = Object.entries(all).every(([name, rule]) => rule(value[name]));
      return isValid && (!unknown || isSkipped('unknown')) ? value : refused(400);
    } catch {
      return refused(400);
    }
  }

  function list({ query, headers }: Asked): Response {
    const limit = query.get('limit');
    const since = query.get('since');
    const isLimit = limit === null || (/^[0-9]+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 50);
    const isShop = /^[a-z]{2,5}$/.test(headers.get('x-shop') ?? '');
    if (!isLimit && !isSkipped('limit')) return refused(400);
    if (since !== null && !isDate(since) && !isSkipped('since')) return refused(400);
    return isShop || isSkipped('header') ? done([...lamps.values()]) : refused(400);
  }

  function one(asked: Asked, lampId: string): Response {
    if (!/^[0-9]{1,6}$/.test(lampId) && !isSkipped('path')) return refused(400);
    const found =
      lamps.get(lampId) ?? (isSkipped('path') ? { id: lampId, name: 'a', watts: 1, owner: 'a' } : undefined);
    if (!found) return refused(404);
    if (asked.method === 'GET') return done(found);
    if (asked.method === 'DELETE') {
      lamps.delete(lampId);
      return new Response(null, { status: 204 });
    }
    const lamp = read(asked);
    if (lamp instanceof Response) return lamp;
    lamps.set(lampId, { ...lamp, id: lampId });
    return done(lamps.get(lampId));
  }

  function reply(asked: Asked): Response {
    const own = answer?.(asked);
    if (own) return own;
    const [, top, lampId, ...rest] = asked.path.split('/');
    if (top !== 'lamps' || rest.length > 0) return refused(404);
    const allowed = lampId === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'DELETE'];
    if (!allowed.includes(asked.method)) return refused(405, 'No', { Allow: allowed.join(', ') });
    if (lampId === undefined && asked.method === 'GET') return list(asked);
    const credential = asked.headers.get('authorization') ?? '';
    const isKnown = credential === `Bearer ${TOKEN}` || (isSkipped('token') && /^Bearer ./.test(credential));
    if (!isKnown && !isSkipped('credential')) return refused(401);
    if (lampId !== undefined) return one(asked, lampId);
    const lamp = read(asked);
    if (lamp instanceof Response) return lamp;
    const made = { ...lamp, id: String(++last) };
    lamps.set(made.id, made);
    return done(made, 201);
  }

  return {
    /** The number of lamps that are left. */
    count: () => lamps.size,
    fetch: async (request: Request) => {
      const { pathname: path, searchParams: query } = new URL(request.url);
      const { method, headers } = request;
      return reply({ method, path, query, headers, text: await request.text() });
    },
  };
}

interface KnownFault extends Lapse {
  readonly name: string;
  /** What the check calls it. */
  readonly fault: string;
  readonly change?: Change;
}

const isOf =
  (method: string, change: Change): Change =>
  (reply, request, response) =>
    request.method === method ? change(reply, request, response) : reply;
const withStatus =
  (from: number, to: number): Change =>
  (reply) =>
    reply.status === from ? { ...reply, status: to } : reply;
const withType =
  (from: number, type: string): Change =>
  (reply) =>
    reply.status === from ? { ...reply, headers: { ...reply.headers, 'content-type': type } } : reply;
const withBody =
  (from: number, change: (value: Record<string, unknown>) => unknown): Change =>
  (reply) =>
    reply.status === from ? { ...reply, body: JSON.stringify(change(JSON.parse(reply.body))) } : reply;
const crashIf = (test: (asked: Asked) => boolean): Lapse => ({
  answer: (asked) => (test(asked) ? new Response('Oops', { status: 500 }) : undefined),
});
const posts = ({ method }: Asked) => method === 'POST';
const isBroken = (text: string) => {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
};

/** Forty faults, each by itself. */
export const knownFaults: readonly KnownFault[] = [
  {
    name: 'a minimum length that is not checked',
    fault: 'accepted',
    rules: { name: (v) => isText(v) && v.length <= 20 },
  },
  {
    name: 'a maximum length off by one',
    fault: 'accepted',
    rules: { name: (v) => isText(v) && v.length >= 2 && v.length <= 21 },
  },
  {
    name: 'a name that may be missing',
    fault: 'accepted',
    rules: { name: (v) => v === undefined || (isText(v) && v.length >= 2 && v.length <= 20) },
  },
  {
    name: 'a number as a name',
    fault: 'accepted',
    rules: { name: (v) => String(v).length <= 20 && !Array.isArray(v) && typeof v !== 'object' && v !== '' },
  },
  {
    name: 'a minimum that is not checked',
    fault: 'accepted',
    rules: { watts: (v) => Number.isInteger(v) && Number(v) <= 100 },
  },
  {
    name: 'a maximum off by one',
    fault: 'accepted',
    rules: { watts: (v) => Number.isInteger(v) && Number(v) >= 1 && Number(v) <= 101 },
  },
  {
    name: 'a fraction for an integer',
    fault: 'accepted',
    rules: { watts: (v) => typeof v === 'number' && v >= 1 && v <= 100 },
  },
  {
    name: 'a text for an integer',
    fault: 'accepted',
    rules: {
      watts: (v) =>
        ['string', 'number'].includes(typeof v) &&
        v !== '' &&
        Number.isInteger(Number(v)) &&
        Number(v) >= 1 &&
        Number(v) <= 100,
    },
  },
  {
    name: 'true for an integer',
    fault: 'accepted',
    rules: { watts: (v) => v === true || (Number.isInteger(v) && Number(v) >= 1 && Number(v) <= 100) },
  },
  { name: 'an e-mail that is not checked', fault: 'accepted', rules: { owner: isText } },
  {
    name: 'an e-mail of which only the @ is looked for',
    fault: 'accepted',
    rules: { owner: (v) => isText(v) && v.includes('@') },
  },
  {
    name: 'an enum that is not checked',
    fault: 'accepted',
    rules: { color: (v) => v === undefined || isText(v) },
  },
  {
    name: 'an enum without regard to case',
    fault: 'accepted',
    rules: { color: (v) => v === undefined || ['warm', 'cold'].includes(String(v).toLowerCase()) },
  },
  {
    name: 'a list that may be longer',
    fault: 'accepted',
    rules: { tags: (v) => v === undefined || (Array.isArray(v) && v.every(isText)) },
  },
  {
    name: 'items that are not checked',
    fault: 'accepted',
    rules: { tags: (v) => v === undefined || (Array.isArray(v) && v.length <= 3) },
  },
  {
    name: 'null for a list',
    fault: 'accepted',
    rules: {
      tags: (v) => v === undefined || v === null || (Array.isArray(v) && v.length <= 3 && v.every(isText)),
    },
  },
  {
    name: 'a date that no month has',
    fault: 'accepted',
    rules: { built: (v) => v === undefined || (isText(v) && /^\d{4}-\d\d-\d\d$/.test(v)) },
  },
  { name: 'unknown properties', fault: 'accepted', skips: ['unknown'] },
  { name: 'a limit that is not checked', fault: 'accepted', skips: ['limit'] },
  { name: 'a date in the query that is not checked', fault: 'accepted', skips: ['since'] },
  { name: 'a header that is not checked', fault: 'accepted', skips: ['header'] },
  { name: 'an id that is not checked', fault: 'accepted', skips: ['path'] },
  { name: 'no credential', fault: 'accepted', skips: ['credential'] },
  { name: 'any token', fault: 'accepted', skips: ['token'] },
  {
    name: 'a crash for JSON that breaks off',
    fault: 'crashed',
    ...crashIf((asked) => posts(asked) && asked.text !== '' && isBroken(asked.text)),
  },
  {
    name: 'a crash for an empty body',
    fault: 'crashed',
    ...crashIf((asked) => posts(asked) && asked.text === ''),
  },
  {
    name: 'a crash for another content type',
    fault: 'crashed',
    ...crashIf(({ headers }) => headers.get('content-type') === 'text/plain'),
  },
  {
    name: 'a crash for a wrong token',
    fault: 'crashed',
    ...crashIf(({ headers }) => /^Bearer (?!s3cret)/.test(headers.get('authorization') ?? '')),
  },
  { name: 'a crash for null', fault: 'crashed', ...crashIf(({ text }) => text.includes('null')) },
  {
    name: 'a crash for a number beyond 2^53',
    fault: 'crashed',
    ...crashIf(({ text }) => /\d{16}/.test(text)),
  },
  {
    name: 'a crash for an undeclared method',
    fault: 'crashed',
    ...crashIf(({ method }) => method === 'DELETE' || method === 'PATCH'),
  },
  { name: 'another status for errors', fault: 'status', change: withStatus(400, 409) },
  { name: 'a 404 for errors', fault: 'status', change: isOf('POST', withStatus(400, 404)) },
  { name: 'a redirect in place of errors', fault: 'status', change: isOf('GET', withStatus(400, 302)) },
  {
    name: 'errors in HTML',
    fault: 'reply',
    change: (reply) =>
      reply.status === 400
        ? { status: 400, headers: { 'content-type': 'text/html' }, body: '<h1>No</h1>' }
        : reply,
  },
  { name: 'errors as plain JSON', fault: 'reply', change: withType(400, 'application/json') },
  { name: 'errors without a title', fault: 'reply', change: withBody(400, ({ status }) => ({ status })) },
  {
    name: 'errors whose status is a text',
    fault: 'reply',
    change: withBody(401, (value) => ({ ...value, status: 'no' })),
  },
  { name: 'a success of another status', fault: 'reply', change: isOf('POST', withStatus(201, 200)) },
  {
    name: 'a success without a property',
    fault: 'reply',
    change: isOf(
      'GET',
      withBody(200, (value) => (Array.isArray(value) ? value : { ...value, owner: undefined })),
    ),
  },
  {
    name: 'a success with a value of another type',
    fault: 'reply',
    change: withBody(201, (value) => ({ ...value, watts: '1' })),
  },
  { name: 'a success without a content type', fault: 'reply', change: isOf('PUT', withType(200, '')) },
  { name: 'a success that is an error', fault: 'crashed', change: isOf('GET', withStatus(200, 500)) },
  {
    name: 'a deletion that answers with a text',
    fault: 'reply',
    change: isOf('DELETE', withStatus(204, 200)),
  },
];
