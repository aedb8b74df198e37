/** The same endpoints as Express's users write them: its JSON middleware, and zod. */
import express from 'express';
import { credential, detailOf, pageOf, query, sessionOf, user } from './schemas.js';

/** A middleware that parses one part of a request with a schema. */
const valid = (part, schema) => (request, response, next) => {
  const result = schema.safeParse(request[part]);
  if (result.success) response.locals[part] = result.data;
  else return response.status(422).json(detailOf(part, request[part], result.error));
  next();
};

const app = express();
app.use(express.json());
app.post('/users/', valid('body', user), (_request, response) => {
  response.status(201).json(response.locals.body);
});
app.get('/users/', valid('query', query), (_request, response) => {
  response.json(pageOf(response.locals.query));
});
app.get('/protected/', valid('headers', credential), (_request, response) => {
  response.json(sessionOf(response.locals.headers));
});
app.listen(Number(process.env.PORT), '127.0.0.1');
