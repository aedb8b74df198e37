/** The same endpoints as Fastify's users write them: JSON Schema both ways. `LOG=on` turns its own log on. */
import Fastify from 'fastify';

const email = { type: 'string', format: 'email' };
const user = {
  type: 'object',
  required: ['name', 'email', 'age'],
  properties: {
    name: { type: 'string' },
    age: { type: 'integer', minimum: 0, maximum: 120 },
    email,
    website: { type: ['string', 'null'], format: 'uri', pattern: '^https?://', default: null },
  },
};
const refused = {
  type: 'object',
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          type: { type: 'string' },
          loc: { type: 'array', items: { type: 'string' } },
          msg: { type: 'string' },
          input: {},
        },
      },
    },
  },
};
const page = {
  type: 'object',
  properties: {
    page: { type: 'integer' },
    limit: { type: 'integer' },
    email_filter: { type: ['string', 'null'] },
    users: { type: 'array', items: {} },
  },
};
const query = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    email,
  },
};
const credential = {
  type: 'object',
  required: ['authorization'],
  properties: {
    authorization: {
      type: 'string',
      pattern: '^Bearer [0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
    },
  },
};
const session = {
  type: 'object',
  properties: { authenticated: { type: 'boolean' }, token: { type: 'string' } },
};

const app = Fastify({
  logger: process.env.LOG === 'on',
  ajv: { customOptions: { allErrors: true, verbose: true } },
});
app.setErrorHandler((error, _request, reply) => {
  if (!error.validation) throw error;
  const detail = error.validation.map(({ keyword, instancePath, message, data }) => ({
    type: keyword,
    loc: [error.validationContext, ...instancePath.split('/').slice(1)],
    msg: message,
    input: data,
  }));
  reply.code(422).send({ detail });
});
app.post('/users/', { schema: { body: user, response: { 201: user, 422: refused } } }, (request, reply) => {
  reply.code(201).send(request.body);
});
app.get('/users/', { schema: { querystring: query, response: { 200: page } } }, (request, reply) => {
  const { page, limit, email } = request.query;
  reply.send({ page, limit, email_filter: email ?? null, users: [] });
});
app.get('/protected/', { schema: { headers: credential, response: { 200: session } } }, (request, reply) => {
  reply.send({ authenticated: true, token: `${request.headers.authorization.slice(7, 15)}...` });
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
