/** The service of `document.json` in Express, with zod. */
import express from 'express';
import { schemas } from '../schemas/zod.js';
import { serve } from '../serve.js';
import { isKnown, Lamps, lookInto, problem } from '../service.js';

function create(fault) {
  const has = (name) => name === fault;
  const { body, query, shop } = schemas(has);
  const lamps = new Lamps(has);
  const app = express();

  function refuse(response, code, title) {
    const { status, type, body: text } = problem(has, code, title);
    response.status(status).type(type).send(text);
  }
  const credential = (request, response, next) =>
    isKnown(has, request.method, request.headers.authorization)
      ? next()
      : refuse(response, 401, 'Who are you?');
  const valid = (part, schema) => (request, response, next) => {
    const { success, data, error } = schema.safeParse(request[part]);
    if (!success) return refuse(response, 400, error.message);
    response.locals[part] = data;
    next();
  };
  const present = ({ body: sent }, _response, next) => {
    lookInto(has, sent);
    next();
  };

  app.use(express.json());
  if (has('crash: another content type')) app.use(express.text());
  app.post('/lamps', credential, present, valid('body', body), (_request, response) => {
    response.status(lamps.createdStatus).json(lamps.create(response.locals.body));
  });
  app.get('/lamps', valid('query', query), (request, response) => {
    if (!shop.test(request.get('x-shop') ?? '')) return refuse(response, 400, 'Which shop?');
    response.json(lamps.list());
  });
  app.use('/lamps/:id', credential, (request, response, next) => {
    if (!/^[0-9]{1,6}$/.test(request.params.id)) return refuse(response, 400, 'Not an id');
    if (!lamps.knows(request.params.id)) return refuse(response, 404, 'No such lamp');
    next();
  });
  app.get('/lamps/:id', (request, response) => response.json(lamps.read(request.params.id)));
  const replaced = has('replace: body not checked')
    ? ({ body: sent }, response, next) => {
        response.locals.body = sent;
        next();
      }
    : valid('body', body);
  app.put('/lamps/:id', replaced, (request, response) => {
    response.json(lamps.replace(request.params.id, response.locals.body));
  });
  app.delete('/lamps/:id', (request, response) => {
    lamps.remove(request.params.id);
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
