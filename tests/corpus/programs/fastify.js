/** The service of `document.json` in Fastify, with its own validation by JSON Schema. */
import { timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import { serve } from '../serve.js';

const TOKEN = 'Bearer s3cret-token';

const string = { type: 'string' };

function schemas(has) {
  const owner = has('owner: only the @ is looked for')
    ? { ...string, pattern: '@' }
    : { ...string, format: 'email' };
  const color = has('color: in any case')
    ? { ...string, pattern: '^([Ww][Aa][Rr][Mm]|[Cc][Oo][Ll][Dd])$' }
    : { ...string, enum: ['warm', 'cold'] };
  const built = has('built: only its shape')
    ? { ...string, pattern: '^\\d{4}-\\d\\d-\\d\\d$' }
    : { ...string, format: 'date' };
  const body = {
    type: 'object',
    required: has('name: optional') ? ['watts', 'owner'] : ['name', 'watts', 'owner'],
    additionalProperties: has('unknown properties'),
    properties: {
      name: {
        type: has('name: a number is accepted') ? ['string', 'number'] : 'string',
        minLength: has('name: no minimum length') ? 0 : 2,
        maxLength: has('name: maximum length off by one') ? 21 : 20,
      },
      watts: {
        type: has('watts: fractions') ? 'number' : 'integer',
        minimum: has('watts: no minimum') ? -1e9 : 1,
        maximum: has('watts: maximum off by one') ? 101 : 100,
      },
      owner: has('owner: any text') ? string : owner,
      color: has('color: any text') ? string : color,
      tags: {
        type: 'array',
        items: has('tags: items of any type') ? {} : string,
        maxItems: has('tags: no maximum') ? 1000 : 3,
      },
      built: has('built: any text') ? string : built,
    },
  };
  // Values of a query are text, since nothing is converted.
  const within = has('limit: no minimum') ? '^(-?[0-9]|[1-4][0-9]|50)$' : '^([1-9]|[1-4][0-9]|50)$';
  const limit = has('limit: no maximum') ? '^[1-9][0-9]*$' : within;
  const query = {
    type: 'object',
    properties: {
      limit: { ...string, pattern: limit },
      since: has('since: any text') ? string : { ...string, format: 'date' },
    },
  };
  const pattern = has('X-Shop: pattern without its end') ? '^[a-z]{2,5}' : '^[a-z]{2,5}$';
  const headers = { type: 'object', required: ['x-shop'], properties: { 'x-shop': { ...string, pattern } } };
  return { body, query, headers: has('X-Shop: not looked at') ? {} : headers };
}

async function create(fault) {
  const has = (name) => name === fault;
  const { body, query, headers } = schemas(has);
  const coerceTypes = has('watts: text is converted');
  const app = Fastify({
    ajv: { customOptions: { coerceTypes, removeAdditional: false, allowUnionTypes: true } },
  });
  const lamps = new Map();
  let last = 0;

  function refuse(reply, status, title = 'No') {
    if (has('errors: HTML')) return reply.code(status).type('text/html').send(`<h1>${status}</h1>`);
    const problem = has('errors: no title') ? { status } : { title, status };
    const type = has('errors: plain JSON') ? 'application/json' : 'application/problem+json';
    const sent = has('errors: another status') && status === 400 ? 409 : status;
    return reply.code(sent).type(type).send(JSON.stringify(problem));
  }
  function isKnown({ method, headers: { authorization } }) {
    if (has('any: no credential') || (has('replace: no credential') && method === 'PUT')) return true;
    if (has('any: every token')) return /^Bearer ./.test(authorization ?? '');
    if (has('crash: a wrong token') && authorization)
      return timingSafeEqual(Buffer.from(authorization), Buffer.from(TOKEN));
    return authorization === TOKEN;
  }
  const onRequest = async (request, reply) =>
    isKnown(request) ? undefined : refuse(reply, 401, 'Who are you?');
  const preValidation = async ({ body: sent }) => {
    if (has('crash: no body')) sent.name?.trim?.();
    if (has('crash: another content type') && sent !== undefined) 'name' in sent;
  };
  const preHandler = async ({ params: { id } }, reply) => {
    if (!has('crash: a lamp that does not exist') && !lamps.has(id))
      return refuse(reply, 404, 'No such lamp');
  };
  const params = { type: 'object', properties: { id: { ...string, pattern: '^[0-9]{1,6}$' } } };

  if (has('crash: another content type'))
    app.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_request, text) => text);
  app.setErrorHandler((error, _request, reply) => {
    const isBroken = has('crash: broken JSON') && error.code === 'FST_ERR_CTP_INVALID_JSON_BODY';
    return refuse(reply, isBroken ? 500 : (error.statusCode ?? 500), error.message);
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404));

  app.post('/lamps', { onRequest, preValidation, schema: { body } }, async (request, reply) => {
    const lamp = { ...request.body, id: String(++last) };
    lamps.set(lamp.id, lamp);
    reply.code(has('created: status 200') ? 200 : 201);
    return has('created: no id') ? { ...lamp, id: undefined } : lamp;
  });
  app.get('/lamps', { schema: { headers, querystring: query } }, async () => {
    const all = [...lamps.values()];
    return has('list: in an object') ? { lamps: all } : all;
  });
  app.get('/lamps/:id', { onRequest, preHandler, schema: { params } }, async (request) => {
    const { watts, ...lamp } = lamps.get(request.params.id);
    return { ...lamp, watts: has('read: watts as text') ? String(watts) : watts };
  });
  const replacing = has('replace: body not checked') ? { params } : { params, body };
  app.put('/lamps/:id', { onRequest, preHandler, schema: replacing }, async (request) => {
    const lamp = { name: 'a', watts: 1, owner: 'a', ...request.body, id: request.params.id };
    lamps.set(lamp.id, lamp);
    return lamp;
  });
  app.delete('/lamps/:id', { onRequest, preHandler, schema: { params } }, async (request, reply) => {
    lamps.delete(request.params.id);
    if (has('deleted: a text')) return reply.type('text/plain').send('Gone');
    return reply.code(204).send();
  });
  await app.ready();
  return app.routing;
}

await serve(create);
