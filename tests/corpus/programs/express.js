/** The service of `document.json` in Express, with zod. */
import { timingSafeEqual } from 'node:crypto';
import express from 'express';
import { z } from 'zod';
import { serve } from '../serve.js';

const TOKEN = 'Bearer s3cret-token';

function schemas(has) {
  const name = z
    .string()
    .min(has('name: no minimum length') ? 0 : 2)
    .max(has('name: maximum length off by one') ? 21 : 20);
  const number = has('watts: text is converted') ? z.coerce.number() : z.number();
  const watts = (has('watts: fractions') ? number : number.int())
    .min(has('watts: no minimum') ? -1e9 : 1)
    .max(has('watts: maximum off by one') ? 101 : 100);
  const color = z.enum(['warm', 'cold']);
  const tag = has('tags: items of any type') ? z.unknown() : z.string();
  const fields = {
    name: has('name: a number is accepted') ? z.union([name, z.number()]) : name,
    watts,
    owner: has('owner: any text') ? z.string() : z.email(),
    color: has('color: in any case') ? z.string().toLowerCase().pipe(color) : color,
    tags: z.array(tag).max(has('tags: no maximum') ? 1000 : 3),
    built: z.iso.date(),
  };
  if (has('owner: only the @ is looked for')) fields.owner = z.string().includes('@');
  if (has('name: optional')) fields.name = name.optional();
  if (has('color: any text')) fields.color = z.string();
  if (has('built: any text')) fields.built = z.string();
  if (has('built: only its shape')) fields.built = z.string().regex(/^\d{4}-\d\d-\d\d$/);
  const object = has('unknown properties') ? z.object(fields) : z.strictObject(fields);
  const limit = z.coerce
    .number()
    .int()
    .min(has('limit: no minimum') ? -1e9 : 1)
    .max(has('limit: no maximum') ? 1e9 : 50);
  const since = has('since: any text') ? z.string() : z.iso.date();
  return {
    body: object.partial({ color: true, tags: true, built: true }),
    query: z.object({ limit: limit.optional(), since: since.optional() }),
  };
}

function create(fault) {
  const has = (name) => name === fault;
  const { body, query } = schemas(has);
  const shop = has('X-Shop: pattern without its end') ? /^[a-z]{2,5}/ : /^[a-z]{2,5}$/;
  const lamps = new Map();
  let last = 0;
  const app = express();

  function refuse(response, status, title = 'No') {
    if (has('errors: HTML')) return response.status(status).send(`<h1>${status}</h1>`);
    const problem = has('errors: no title') ? { status } : { title, status };
    const type = has('errors: plain JSON') ? 'application/json' : 'application/problem+json';
    const sent = has('errors: another status') && status === 400 ? 409 : status;
    response.status(sent).type(type).send(JSON.stringify(problem));
  }
  function isKnown({ method, headers: { authorization } }) {
    if (has('any: no credential') || (has('replace: no credential') && method === 'PUT')) return true;
    if (has('any: every token')) return /^Bearer ./.test(authorization ?? '');
    if (has('crash: a wrong token') && authorization)
      return timingSafeEqual(Buffer.from(authorization), Buffer.from(TOKEN));
    return authorization === TOKEN;
  }
  const credential = (request, response, next) =>
    isKnown(request) ? next() : refuse(response, 401, 'Who are you?');
  const valid = (part, schema) => (request, response, next) => {
    const { success, data, error } = schema.safeParse(request[part]);
    if (!success) return refuse(response, 400, error.message);
    response.locals[part] = data;
    next();
  };
  const present = ({ body: sent }, _response, next) => {
    if (has('crash: no body')) sent.name?.trim?.();
    if (has('crash: another content type') && sent !== undefined) 'name' in sent;
    next();
  };

  app.use(express.json());
  if (has('crash: another content type')) app.use(express.text());
  app.post('/lamps', credential, present, valid('body', body), (_request, response) => {
    const lamp = { ...response.locals.body, id: String(++last) };
    lamps.set(lamp.id, lamp);
    const shown = has('created: no id') ? { ...lamp, id: undefined } : lamp;
    response.status(has('created: status 200') ? 200 : 201).json(shown);
  });
  app.get('/lamps', valid('query', query), (request, response) => {
    if (!has('X-Shop: not looked at') && !shop.test(request.get('x-shop') ?? ''))
      return refuse(response, 400, 'Which shop?');
    const all = [...lamps.values()];
    response.json(has('list: in an object') ? { lamps: all } : all);
  });
  app.use('/lamps/:id', credential, (request, response, next) => {
    if (!/^[0-9]{1,6}$/.test(request.params.id)) return refuse(response, 400, 'Not an id');
    if (!has('crash: a lamp that does not exist') && !lamps.has(request.params.id))
      return refuse(response, 404, 'No such lamp');
    next();
  });
  app.get('/lamps/:id', (request, response) => {
    const { watts, ...lamp } = lamps.get(request.params.id);
    response.json({ ...lamp, watts: has('read: watts as text') ? String(watts) : watts });
  });
  const replaced = has('replace: body not checked')
    ? ({ body: sent }, response, next) => {
        response.locals.body = { name: 'a', watts: 1, owner: 'a', ...sent };
        next();
      }
    : valid('body', body);
  app.put('/lamps/:id', replaced, (request, response) => {
    const lamp = { ...response.locals.body, id: request.params.id };
    lamps.set(lamp.id, lamp);
    response.json(lamp);
  });
  app.delete('/lamps/:id', (request, response) => {
    lamps.delete(request.params.id);
    if (has('deleted: a text')) return response.send('Gone');
    response.status(204).end();
  });
  app.use((_request, response) => refuse(response, 404));
  app.use((error, _request, response, _next) => {
    const status = has('crash: broken JSON') ? 500 : (error.status ?? 500);
    refuse(response, status, error.message);
  });
  return app;
}

await serve(create);
