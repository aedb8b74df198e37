/** Prints the error bodies of frameworks on Node: those they send by default, or those that their documentation says to send. */
import 'reflect-metadata';
import { text } from 'node:stream/consumers';
import Hapi from '@hapi/hapi';
import { Body, Controller, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import vine from '@vinejs/vine';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { celebrate, errors as celebrateErrors } from 'celebrate';
import { Type } from 'class-transformer';
import { ArrayNotEmpty, IsEmail, IsNotEmpty, Length, Min, ValidateNested, validate } from 'class-validator';
import { Elysia, t } from 'elysia';
import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { body, validationResult } from 'express-validator';
import Fastify from 'fastify';
import Joi from 'joi';
import mongoose from 'mongoose';
import * as v from 'valibot';
import * as yup from 'yup';
import * as z from 'zod';

const sent = JSON.parse(await text(process.stdin));
const bodies = [];

function record(name, variant, body) {
  bodies.push({ package: name, variant, body: JSON.parse(JSON.stringify(body)) });
}

const json = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(sent),
};

async function post(listening) {
  const server = await listening;
  const { port } = server.address();
  const response = await fetch(`http://127.0.0.1:${port}/users`, json);
  server.close();
  return response.json();
}

function listen(app) {
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server));
  });
}

const schema = {
  type: 'object',
  required: ['name', 'email'],
  properties: {
    name: { type: 'string', minLength: 1 },
    email: { type: 'string', format: 'email' },
    address: { type: 'object', properties: { zip: { type: 'string', minLength: 5 } } },
    items: { type: 'array', items: { type: 'object', properties: { qty: { type: 'integer', minimum: 1 } } } },
  },
};

recordZod();
recordValibot();
await recordYup();
recordJoi();
recordAjv();
await recordVine();
await recordMongoose();
await recordElysia();
await recordFastify();
await recordHapi();
await recordExpressValidator();
await recordOpenApiValidator();
await recordCelebrate();
await recordNest();
process.stdout.write(JSON.stringify(bodies));
process.exit();

function recordZod() {
  const user = z.object({
    name: z.string(),
    email: z.email(),
    address: z.object({ zip: z.string().min(5) }),
    items: z.array(z.object({ qty: z.number().min(1) })),
  });
  const { error } = user.safeParse(sent);
  record('zod', 'issues', { success: false, error: { issues: error.issues } });
  record('zod', 'the error itself', { success: false, error });
  record('zod', 'formatted', z.formatError(error));
  record('zod', 'treeified', z.treeifyError(error));
  record('zod', 'flattened', z.flattenError(error));
}

function recordValibot() {
  const user = v.object({
    name: v.string(),
    email: v.pipe(v.string(), v.email()),
    address: v.object({ zip: v.pipe(v.string(), v.minLength(5)) }),
    items: v.array(v.object({ qty: v.pipe(v.number(), v.minValue(1)) })),
  });
  const { issues } = v.safeParse(user, sent);
  record('valibot', 'issues', { issues });
  record('valibot', 'flattened', v.flatten(issues));
}

async function recordYup() {
  const user = yup.object({
    name: yup.string().required(),
    email: yup.string().email(),
    address: yup.object({ zip: yup.string().min(5) }),
    items: yup.array(yup.object({ qty: yup.number().min(1) })),
  });
  const error = await user.validate(sent, { abortEarly: false }).catch((reason) => reason);
  record('yup', 'the error itself', { ...error });
  record('yup', 'its texts', { message: 'Validation failed', errors: error.errors });
}

function joiSchema() {
  return Joi.object({
    name: Joi.string().required(),
    email: Joi.string().email(),
    address: Joi.object({ zip: Joi.string().min(5) }),
    items: Joi.array().items(Joi.object({ qty: Joi.number().min(1) })),
  }).options({ abortEarly: false });
}

function recordJoi() {
  record('joi', 'the error itself', joiSchema().validate(sent).error);
}

function recordAjv() {
  const ajv = new Ajv({ allErrors: true, verbose: true });
  addFormats.default(ajv);
  const check = ajv.compile(schema);
  check(sent);
  record('ajv', 'errors, verbose', check.errors);
  record('ajv', 'errors as a text', { message: ajv.errorsText(check.errors) });
}

async function recordVine() {
  const user = vine.object({
    name: vine.string(),
    email: vine.string().email(),
    address: vine.object({ zip: vine.string().minLength(5) }),
    items: vine.array(vine.object({ qty: vine.number().min(1) })),
  });
  const error = await vine.validate({ schema: user, data: sent }).catch((reason) => reason);
  record('@vinejs/vine', 'errors of AdonisJS', { errors: error.messages });
}

async function recordMongoose() {
  const User = mongoose.model(
    'User',
    new mongoose.Schema({
      name: { type: String, required: true },
      email: { type: String, match: /@/ },
      address: { zip: { type: String, minlength: 5 } },
      items: [{ qty: { type: Number, min: 1 } }],
    }),
  );
  const error = await new User(sent).validate().catch((reason) => reason);
  record('mongoose', 'the error itself', error);
  record('mongoose', 'its errors', { errors: error.errors });
}

async function recordElysia() {
  const user = t.Object({
    name: t.String(),
    email: t.String({ format: 'email' }),
    address: t.Object({ zip: t.String({ minLength: 5 }) }),
    items: t.Array(t.Object({ qty: t.Number({ minimum: 1 }) })),
  });
  const app = new Elysia().post('/users', () => 'created', { body: user });
  const response = await app.handle(new Request('http://localhost/users', json));
  record('elysia', 'in development', await response.json());
}

async function recordFastify() {
  for (const allErrors of [false, true]) {
    const app = Fastify({ ajv: { customOptions: { allErrors } } });
    app.post('/users', { schema: { body: schema } }, () => 'created');
    const { body } = await app.inject({ method: 'POST', url: '/users', payload: sent });
    record('fastify', allErrors ? 'all errors' : 'by default', JSON.parse(body));
  }
}

async function recordHapi() {
  const server = Hapi.server();
  const failAction = (_request, _reply, error) => {
    throw error;
  };
  const options = (extra) => ({ validate: { payload: joiSchema(), ...extra } });
  const route = (path, extra) =>
    server.route({ method: 'POST', path, options: options(extra), handler: () => 'created' });
  route('/short', {});
  route('/detailed', { failAction });
  for (const variant of ['short', 'detailed']) {
    const { result } = await server.inject({ method: 'POST', url: `/${variant}`, payload: sent });
    record('@hapi/hapi', variant, result);
  }
}

async function recordExpressValidator() {
  const checks = [
    body('name').notEmpty(),
    body('email').isEmail(),
    body('address.zip').isLength({ min: 5 }),
    body('items.*.qty').isInt({ min: 1 }),
  ];
  const shown = {
    array: (result) => ({ errors: result.array() }),
    mapped: (result) => ({ errors: result.mapped() }),
  };
  for (const [variant, show] of Object.entries(shown)) {
    const app = express();
    app.post('/users', express.json(), checks, (request, response) =>
      response.status(400).json(show(validationResult(request))),
    );
    record('express-validator', variant, await post(listen(app)));
  }
}

async function recordOpenApiValidator() {
  const app = express();
  const content = { 'application/json': { schema } };
  const paths = {
    '/users': { post: { requestBody: { content }, responses: { 200: { description: 'OK' } } } },
  };
  const apiSpec = { openapi: '3.0.3', info: { title: 'Users', version: '1' }, paths };
  app.use(express.json(), OpenApiValidator.middleware({ apiSpec }));
  app.post('/users', (_request, response) => response.send('created'));
  app.use((error, _request, response, _next) =>
    response.status(error.status).json({ message: error.message, errors: error.errors }),
  );
  record('express-openapi-validator', 'as documented', await post(listen(app)));
}

async function recordCelebrate() {
  const app = express();
  app.post(
    '/users',
    express.json(),
    celebrate({ body: joiSchema() }, { abortEarly: false }),
    (_request, response) => response.send('created'),
  );
  app.use(celebrateErrors());
  record('celebrate', 'by default', await post(listen(app)));
}

async function recordNest() {
  class Address {}
  Length(5, 10)(Address.prototype, 'zip');
  class Item {}
  Min(1)(Item.prototype, 'qty');
  class User {}
  IsNotEmpty()(User.prototype, 'name');
  IsEmail()(User.prototype, 'email');
  for (const [name, type] of Object.entries({ address: Address, items: Item })) {
    ValidateNested({ each: name === 'items' })(User.prototype, name);
    Type(() => type)(User.prototype, name);
  }
  ArrayNotEmpty()(User.prototype, 'items');
  const user = Object.assign(new User(), sent, {
    address: Object.assign(new Address(), sent.address),
    items: sent.items.map((item) => Object.assign(new Item(), item)),
  });
  record('class-validator', 'errors', await validate(user));

  class Users {
    create() {
      return 'created';
    }
  }
  Reflect.defineMetadata('design:paramtypes', [User], Users.prototype, 'create');
  Body()(Users.prototype, 'create', 0);
  Post('users')(Users.prototype, 'create', Object.getOwnPropertyDescriptor(Users.prototype, 'create'));
  Controller()(Users);
  class App {}
  Module({ controllers: [Users] })(App);
  const app = await NestFactory.create(App, { logger: false });
  app.useGlobalPipes(new ValidationPipe());
  record('@nestjs/common', 'ValidationPipe', await post(app.listen(0, '127.0.0.1')));
}
