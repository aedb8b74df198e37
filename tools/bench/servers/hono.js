/** The same endpoints as Hono's users write them: its zod validator, on its adapter for Node. */
import { serve } from '@hono/node-server';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { credential, detailOf, pageOf, query, sessionOf, user } from './schemas.js';

const valid = (target, schema) =>
  zValidator(target, schema, (result, c) => {
    if (!result.success) return c.json(detailOf(target, result.data, result.error), 422);
  });

const app = new Hono();
app.post('/users/', valid('json', user), (c) => c.json(c.req.valid('json'), 201));
app.get('/users/', valid('query', query), (c) => c.json(pageOf(c.req.valid('query'))));
app.get('/protected/', valid('header', credential), (c) => c.json(sessionOf(c.req.valid('header'))));

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
