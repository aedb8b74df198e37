/** The service of `document.json` in Fastify, with its own validation by JSON Schema. */
import Fastify from 'fastify';
import { schemas } from '../schemas/json-schema.js';
import { serve } from '../serve.js';
import { isKnown, Lamps, lookInto, problem } from '../service.js';

async function create(fault) {
  const has = (name) => name === fault;
  const { body, query, headers } = schemas(has);
  const coerceTypes = has('watts: text is converted');
  const app = Fastify({
    ajv: { customOptions: { coerceTypes, removeAdditional: false, allowUnionTypes: true } },
  });
  const lamps = new Lamps(has);

  function refuse(reply, code, title) {
    const { status, type, body: text } = problem(has, code, title);
    return reply.code(status).type(type).send(text);
  }
  const onRequest = async ({ method, headers: { authorization } }, reply) =>
    isKnown(has, method, authorization) ? undefined : refuse(reply, 401, 'Who are you?');
  const preValidation = async ({ body: sent }) => lookInto(has, sent);
  const preHandler = async ({ params: { id } }, reply) =>
    lamps.knows(id) ? undefined : refuse(reply, 404, 'No such lamp');
  const params = { type: 'object', properties: { id: { type: 'string', pattern: '^[0-9]{1,6}$' } } };

  if (has('crash: another content type'))
    app.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_request, text) => text);
  app.setErrorHandler((error, _request, reply) => {
    const isBroken = has('crash: broken JSON') && error.code === 'FST_ERR_CTP_INVALID_JSON_BODY';
    return refuse(reply, isBroken ? 500 : (error.statusCode ?? 500), error.message);
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404));

  app.post('/lamps', { onRequest, preValidation, schema: { body } }, async (request, reply) => {
    reply.code(lamps.createdStatus);
    return lamps.create(request.body);
  });
  app.get('/lamps', { schema: { headers, querystring: query } }, async () => lamps.list());
  app.get('/lamps/:id', { onRequest, preHandler, schema: { params } }, async ({ params: { id } }) =>
    lamps.read(id),
  );
  const replacing = has('replace: body not checked') ? { params } : { params, body };
  app.put('/lamps/:id', { onRequest, preHandler, schema: replacing }, async (request) =>
    lamps.replace(request.params.id, request.body),
  );
  app.delete('/lamps/:id', { onRequest, preHandler, schema: { params } }, async (request, reply) => {
    lamps.remove(request.params.id);
    if (has('deleted: a text')) return reply.type('text/plain').send('Gone');
    return reply.code(204).send();
  });
  await app.ready();
  return app.routing;
}

await serve(create);
