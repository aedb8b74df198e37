/** The endpoints of Hono where a runtime has a server of its own. */
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { detailOf, pageOf, query, user } from './schemas.js';
import { serveFetch } from './serve-fetch.js';

const valid = (target, schema) =>
  zValidator(target, schema, (result, c) => {
    if (!result.success) return c.json(detailOf(target, result.data, result.error), 422);
  });

const app = new Hono();
app.post('/users/', valid('json', user), (c) => c.json(c.req.valid('json'), 201));
app.get('/users/', valid('query', query), (c) => c.json(pageOf(c.req.valid('query'))));

export const fetch = serveFetch(app.fetch);
