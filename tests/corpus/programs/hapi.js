/** The service of `document.json` in hapi, with Joi. */
import Hapi from '@hapi/hapi';
import Joi from 'joi';
import { serve } from '../serve.js';
import { isKnown, Lamps, lookInto, problem } from '../service.js';

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Accepts the dates that there are. */
function existing(value, helpers) {
  const date = new Date(`${value}T00:00:00Z`);
  return date.toJSON()?.startsWith(value) ? value : helpers.error('any.invalid');
}

function schemas(has) {
  const text = Joi.string();
  const day = text.pattern(DATE);
  const name = text
    .min(has('name: no minimum length') ? 1 : 2)
    .max(has('name: maximum length off by one') ? 21 : 20);
  const watts = Joi.number()
    .min(has('watts: no minimum') ? -1e9 : 1)
    .max(has('watts: maximum off by one') ? 101 : 100);
  const color = text.valid('warm', 'cold');
  const fields = {
    name: (has('name: a number is accepted') ? Joi.alternatives(name, Joi.number()) : name).required(),
    watts: (has('watts: fractions') ? watts : watts.integer()).required(),
    owner: text.email({ tlds: false }).required(),
    color: has('color: in any case') ? color.insensitive() : color,
    tags: Joi.array()
      .items(has('tags: items of any type') ? Joi.any() : text.allow(''))
      .max(has('tags: no maximum') ? 1000 : 3),
    built: has('built: only its shape') ? day : day.custom(existing),
  };
  if (has('name: no minimum length')) fields.name = name.allow('').required();
  if (has('watts: text is converted')) fields.watts = watts.integer().prefs({ convert: true }).required();
  if (has('owner: any text')) fields.owner = text.allow('').required();
  if (has('owner: only the @ is looked for')) fields.owner = text.pattern(/@/).required();
  if (has('name: optional')) fields.name = name;
  if (has('color: any text')) fields.color = text.allow('');
  if (has('built: any text')) fields.built = text.allow('');
  const limit = Joi.number()
    .integer()
    .min(has('limit: no minimum') ? -1e9 : 1)
    .max(has('limit: no maximum') ? 1e9 : 50)
    .prefs({ convert: true });
  const pattern = has('X-Shop: pattern without its end') ? /^[a-z]{2,5}/ : /^[a-z]{2,5}$/;
  return {
    body: Joi.object(fields).required().unknown(has('unknown properties')),
    query: Joi.object({
      limit,
      since: has('since: any text') ? text.allow('') : day.custom(existing),
    }).unknown(),
    headers: has('X-Shop: not looked at')
      ? Joi.object().unknown()
      : Joi.object({ 'x-shop': text.pattern(pattern).required() }).unknown(),
  };
}

async function create(fault) {
  const has = (name) => name === fault;
  const { body, query, headers } = schemas(has);
  const lamps = new Lamps(has);
  const server = Hapi.server({
    port: 0,
    host: '127.0.0.1',
    autoListen: false,
    routes: { validate: { options: { convert: false } } },
  });
  server.validator(Joi);

  function refuse(h, code, title) {
    const { status, type, body: text } = problem(has, code, title);
    return h.response(text).code(status).type(type);
  }
  server.auth.scheme('token', () => ({
    authenticate: ({ method, headers: { authorization } }, h) =>
      isKnown(has, method.toUpperCase(), authorization)
        ? h.authenticated({ credentials: {} })
        : refuse(h, 401, 'Who are you?').takeover(),
  }));
  server.auth.strategy('token', 'token');
  const payload = {
    allow: has('crash: another content type') ? ['application/json', 'text/plain'] : 'application/json',
  };
  const params = Joi.object({ id: Joi.string().pattern(/^[0-9]{1,6}$/) });
  const known = {
    method: ({ params: { id } }, h) => (lamps.knows(id) ? null : refuse(h, 404, 'No such lamp').takeover()),
  };
  const onPostAuth = {
    method({ payload: sent }, h) {
      lookInto(has, sent ?? undefined);
      return h.continue;
    },
  };

  server.route({
    method: 'POST',
    path: '/lamps',
    options: { auth: 'token', payload, validate: { payload: body }, ext: { onPostAuth } },
    handler: (request, h) => h.response(lamps.create(request.payload)).code(lamps.createdStatus),
  });
  server.route({
    method: 'GET',
    path: '/lamps',
    options: { validate: { query, headers } },
    handler: () => lamps.list(),
  });
  server.route({
    method: 'GET',
    path: '/lamps/{id}',
    options: { auth: 'token', validate: { params }, pre: [known] },
    handler: ({ params: { id } }) => lamps.read(id),
  });
  const replaced = has('replace: body not checked') ? { params } : { params, payload: body };
  server.route({
    method: 'PUT',
    path: '/lamps/{id}',
    options: { auth: 'token', payload, validate: replaced, pre: [known] },
    handler: (request) => lamps.replace(request.params.id, request.payload),
  });
  server.route({
    method: 'DELETE',
    path: '/lamps/{id}',
    options: { auth: 'token', validate: { params }, pre: [known] },
    handler: ({ params: { id } }, h) => {
      lamps.remove(id);
      return has('deleted: a text') ? h.response('Gone').type('text/plain') : h.response().code(204);
    },
  });
  server.ext('onPreResponse', ({ response }, h) => {
    if (!response.isBoom) return h.continue;
    const { statusCode } = response.output;
    const isBroken = has('crash: broken JSON') && /JSON format/.test(response.message);
    return refuse(h, isBroken ? 500 : statusCode, response.message);
  });
  await server.initialize();
  return server.listener.listeners('request')[0];
}

await serve(create);
