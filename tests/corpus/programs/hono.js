/** The service of `document.json` in Hono, with zod. */
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { schemas } from '../schemas/zod.js';
import { serve } from '../serve.js';
import { isKnown, Lamps, lookInto, problem } from '../service.js';

function create(fault) {
  const has = (name) => name === fault;
  const { body, query, shop } = schemas(has);
  const lamps = new Lamps(has);
  const app = new Hono();

  function refuse(c, code, title) {
    const { status, type, body: text } = problem(has, code, title);
    return c.body(text, status, { 'Content-Type': type });
  }
  const credential = (c, next) =>
    isKnown(has, c.req.method, c.req.header('authorization')) ? next() : refuse(c, 401, 'Who are you?');
  async function read(c) {
    const type = c.req.header('content-type') ?? '';
    if (!/^application\/json/.test(type))
      return has('crash: another content type') ? c.req.text() : undefined;
    return c.req.json().catch((error) => {
      throw new HTTPException(has('crash: broken JSON') ? 500 : 400, { message: error.message });
    });
  }
  const withBody = (isChecked) => async (c, next) => {
    const sent = await read(c);
    if (c.req.method === 'POST') lookInto(has, sent);
    const { success, data, error } = isChecked ? body.safeParse(sent) : { success: true, data: sent };
    if (!success) return refuse(c, 400, error.message);
    c.set('body', data);
    await next();
  };

  app.post('/lamps', credential, withBody(true), (c) =>
    c.json(lamps.create(c.get('body')), lamps.createdStatus),
  );
  app.get('/lamps', (c) => {
    const { success, error } = query.safeParse(c.req.query());
    if (!success) return refuse(c, 400, error.message);
    if (!shop.test(c.req.header('x-shop') ?? '')) return refuse(c, 400, 'Which shop?');
    return c.json(lamps.list());
  });
  app.use('/lamps/:id', credential, async (c, next) => {
    if (!/^[0-9]{1,6}$/.test(c.req.param('id'))) return refuse(c, 400, 'Not an id');
    if (!lamps.knows(c.req.param('id'))) return refuse(c, 404, 'No such lamp');
    await next();
  });
  app.get('/lamps/:id', (c) => c.json(lamps.read(c.req.param('id'))));
  app.put('/lamps/:id', withBody(!has('replace: body not checked')), (c) =>
    c.json(lamps.replace(c.req.param('id'), c.get('body'))),
  );
  app.delete('/lamps/:id', (c) => {
    lamps.remove(c.req.param('id'));
    return has('deleted: a text') ? c.text('Gone') : c.body(null, 204);
  });
  app.notFound((c) => refuse(c, 404));
  app.onError((error, c) => refuse(c, error.status ?? 500, error.message));
  return getRequestListener(app.fetch);
}

await serve(create);
