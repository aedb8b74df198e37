/** The service of `document.json` in Koa, with Ajv. */
import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import Koa from 'koa';
import { schemas } from '../schemas/json-schema.js';
import { serve } from '../serve.js';
import { isKnown, Lamps, lookInto, problem } from '../service.js';

function create(fault) {
  const has = (name) => name === fault;
  const ajv = new Ajv({ coerceTypes: has('watts: text is converted'), allowUnionTypes: true });
  addFormats(ajv);
  const { body, query, headers } = schemas(has);
  const lamps = new Lamps(has);
  const app = new Koa();
  const router = new Router();

  function refuse(ctx, code, title) {
    const { status, type, body: text } = problem(has, code, title);
    ctx.status = status;
    ctx.body = text;
    ctx.set('Content-Type', type);
  }
  function answer(ctx, status, value) {
    ctx.status = status;
    ctx.body = value;
  }
  const credential = (ctx, next) =>
    isKnown(has, ctx.method, ctx.headers.authorization) ? next() : refuse(ctx, 401, 'Who are you?');
  const valid = (schema, partOf) => {
    const validate = ajv.compile(schema);
    return (ctx, next) =>
      validate(partOf(ctx)) ? next() : refuse(ctx, 400, ajv.errorsText(validate.errors));
  };
  const bodyOf = (ctx) => ctx.request.body;
  const always = (_ctx, next) => next();

  router.post(
    '/lamps',
    credential,
    (ctx, next) => {
      lookInto(has, bodyOf(ctx));
      return next();
    },
    valid(body, bodyOf),
    (ctx) => answer(ctx, lamps.createdStatus, lamps.create(bodyOf(ctx))),
  );
  router.get(
    '/lamps',
    valid(query, (ctx) => ({ ...ctx.query })),
    valid(headers, (ctx) => ctx.headers),
    (ctx) => answer(ctx, 200, lamps.list()),
  );
  const one = (ctx, next) => {
    const { id } = ctx.params;
    if (!/^[0-9]{1,6}$/.test(id)) return refuse(ctx, 400, 'Not an id');
    return lamps.knows(id) ? next() : refuse(ctx, 404, 'No such lamp');
  };
  router.get('/lamps/:id', credential, one, (ctx) => answer(ctx, 200, lamps.read(ctx.params.id)));
  const checked = has('replace: body not checked') ? always : valid(body, bodyOf);
  router.put('/lamps/:id', credential, one, checked, (ctx) =>
    answer(ctx, 200, lamps.replace(ctx.params.id, bodyOf(ctx))),
  );
  router.delete('/lamps/:id', credential, one, (ctx) => {
    lamps.remove(ctx.params.id);
    if (has('deleted: a text')) answer(ctx, 200, 'Gone');
    else answer(ctx, 204, null);
  });

  app.use(async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) refuse(ctx, 404);
    } catch (error) {
      const isBroken = has('crash: broken JSON') && error instanceof SyntaxError;
      refuse(ctx, isBroken ? 500 : (error.status ?? 500), error.message);
    }
  });
  const enableTypes = has('crash: another content type') ? ['json', 'text'] : ['json'];
  app.use(bodyParser({ enableTypes, jsonStrict: false }));
  app.use(router.routes());
  return app.callback();
}

await serve(create);
