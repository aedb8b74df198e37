/** The same endpoints as Elysia's users write them, with its own schemas. It runs on Bun. */
import { Elysia, t } from 'elysia';
import { pageOf } from './schemas.js';

const user = t.Object({
  name: t.String(),
  age: t.Integer({ minimum: 0, maximum: 120 }),
  email: t.String({ format: 'email' }),
  website: t.Nullable(t.String({ format: 'uri', pattern: '^https?://' })),
});
const query = t.Object({
  page: t.Integer({ minimum: 1, default: 1 }),
  limit: t.Integer({ minimum: 1, maximum: 100, default: 10 }),
  email: t.Optional(t.String({ format: 'email' })),
});

/** The errors in Assay's shape. */
function detailOf({ all, type }) {
  return all.map(({ path, message, value }) => ({
    type: 'value_error',
    loc: [type, ...path.split('/').slice(1)],
    msg: message,
    input: value,
  }));
}

new Elysia()
  .onError(({ code, error, status }) => {
    if (code === 'VALIDATION') return status(422, { detail: detailOf(error) });
  })
  .post('/users/', ({ body, status }) => status(201, body), { body: user })
  .get('/users/', ({ query: given }) => pageOf(given), { query })
  .listen({ hostname: '127.0.0.1', port: Number(process.env.PORT) });
