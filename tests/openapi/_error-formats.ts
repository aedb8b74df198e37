/** Schemas of errors as makers of APIs declare them, each with an example where they have one. */

export type Json = Readonly<Record<string, unknown>>;

export const text = { type: 'string' };
export const texts = { type: 'array', items: text };
export const whole = { type: 'integer' };

export function object(properties: Json, others: Json = {}): Json {
  return { type: 'object', properties, ...others };
}

export function list(items: Json, others: Json = {}): Json {
  return { type: 'array', items, ...others };
}

/** A media type of a response, by its name. */
export interface Declared {
  readonly type?: string;
  readonly schema?: unknown;
  readonly example?: unknown;
  readonly examples?: Json;
}

const nullableText = { type: 'string', nullable: true };
const problem = { type: text, title: text, status: whole, detail: text, instance: text };

export const formats: Readonly<Record<string, Declared>> = {
  laravel: {
    schema: object({ message: text, errors: { type: 'object', additionalProperties: texts } }),
    example: { message: 'The email is taken.', errors: { email: ['The email is taken.'] } },
  },
  'laravel with fields': { schema: object({ message: text, errors: object({ email: texts }) }) },
  'an example alone': {
    schema: { type: 'object' },
    example: { message: 'The email is taken.', errors: { email: ['The email is taken.'] }, docs: '/docs' },
  },
  'asp.net': {
    type: 'application/problem+json',
    schema: object({
      type: nullableText,
      title: nullableText,
      status: { type: 'integer', nullable: true },
      detail: nullableText,
      instance: nullableText,
      errors: { type: 'object', additionalProperties: texts },
    }),
  },
  nestjs: {
    schema: object(
      { statusCode: { type: 'number' }, message: { oneOf: [text, texts] }, error: text },
      { required: ['statusCode', 'message'] },
    ),
    example: { statusCode: 400, message: ['title must be a string'], error: 'Bad Request' },
  },
  spring: {
    schema: object({
      timestamp: { type: 'string', format: 'date-time' },
      status: whole,
      error: text,
      path: text,
      errors: list(object({ field: text, defaultMessage: text, objectName: text, rejectedValue: {} })),
    }),
  },
  'spring without errors': {
    schema: object({ timestamp: text, status: whole, error: text, message: text, path: text }),
  },
  'json:api': {
    type: 'application/vnd.api+json',
    schema: object(
      {
        errors: list(
          object({
            status: text,
            code: text,
            title: text,
            detail: text,
            source: object({ pointer: text, parameter: text }),
            links: object({ about: text }),
          }),
          { minItems: 1 },
        ),
      },
      { required: ['errors'] },
    ),
    example: {
      errors: [{ status: '409', code: 'E42', source: { pointer: '/data' }, links: { about: '/e42' } }],
    },
  },
  'rfc 9457': {
    type: 'application/problem+json',
    schema: {
      allOf: [object(problem), object({ 'invalid-params': list(object({ name: text, reason: text })) })],
    },
  },
  google: {
    schema: object({
      error: object({
        code: whole,
        message: text,
        status: text,
        details: list(object({ '@type': text }, { additionalProperties: true })),
      }),
    }),
    example: { error: { code: 400, message: 'Bad name', status: 'INVALID_ARGUMENT', details: [] } },
  },
  azure: {
    schema: object({
      error: object({
        code: text,
        message: text,
        target: text,
        details: list(object({ code: text, message: text, target: text })),
      }),
    }),
  },
  github: {
    schema: object(
      {
        message: text,
        documentation_url: text,
        errors: list(
          object(
            { resource: text, field: text, code: { type: 'string', enum: ['missing', 'invalid', 'taken'] } },
            { required: ['resource', 'field', 'code'] },
          ),
        ),
      },
      { required: ['message', 'documentation_url'] },
    ),
    example: {
      message: 'Validation Failed',
      documentation_url: 'https://docs.example',
      errors: [{ resource: 'Issue', field: 'title', code: 'taken' }],
    },
  },
  petstore: { schema: object({ code: whole, message: text }, { required: ['code', 'message'] }) },
  django: { schema: { type: 'object', additionalProperties: texts } },
  'django with fields': { schema: object({ age: texts, non_field_errors: texts }) },
  'express-validator': {
    schema: object({
      errors: list(
        object({
          type: { type: 'string', enum: ['field'] },
          msg: text,
          path: text,
          location: { type: 'string', enum: ['body', 'query', 'params'] },
          value: {},
        }),
      ),
    }),
  },
  'class-validator': {
    schema: list(
      object(
        {
          property: text,
          constraints: { type: 'object', additionalProperties: text },
          children: list({ type: 'object' }),
        },
        { required: ['property', 'constraints', 'children'] },
      ),
    ),
  },
  joi: {
    schema: object({
      details: list(object({ message: text, path: list({ anyOf: [text, whole] }), type: text })),
    }),
  },
  fastapi: {
    schema: object({
      detail: list(object({ loc: list({ anyOf: [text, whole] }), msg: text, type: text })),
    }),
  },
  'zod, flattened': {
    schema: object({ formErrors: texts, fieldErrors: { type: 'object', additionalProperties: texts } }),
  },
  mongoose: {
    schema: object({
      errors: { type: 'object', additionalProperties: object({ message: text, path: text, kind: text }) },
    }),
  },
  rails: { schema: object({ errors: texts }) },
  'one text': { schema: object({ success: { type: 'boolean' }, error: text }, { required: ['success'] }) },
  'several kinds': {
    schema: {
      oneOf: [
        object({ ok: { type: 'boolean' } }, { required: ['ok'] }),
        object({ errors: list(object({ field: text, reason: text })) }, { required: ['errors'] }),
      ],
    },
  },
  'a list of fields': {
    schema: object({ errors: list(object({ message: text, fields: texts })) }),
  },
  'a list': { schema: list(object({ field: text, message: text })) },
  'a text': { schema: text },
  'plain text': { type: 'text/plain', schema: text },
  'a deep one': { schema: object({ data: object({ errors: list(object({ key: text, text })) }) }) },
  anything: { schema: {} },
  'nothing but a list of anything': { schema: object({ errors: list({}) }) },
};

/** What can be told of one value only. */
export const narrow: Readonly<Record<string, Declared>> = {
  stripe: {
    schema: object(
      {
        error: object(
          {
            type: { type: 'string', enum: ['api_error', 'card_error', 'invalid_request_error'] },
            message: text,
            param: text,
            code: text,
            doc_url: text,
          },
          { required: ['type'] },
        ),
      },
      { required: ['error'] },
    ),
    example: {
      error: { type: 'card_error', message: 'Declined', param: 'card', doc_url: 'https://x.example' },
    },
  },
  'one error at most': {
    schema: object({ errors: list(object({ field: text, message: text }), { maxItems: 1 }) }),
  },
};

/** A document with one operation that declares these responses. */
export function documentOf(responses: Json, others: Json = {}): Json {
  return {
    openapi: '3.0.3',
    info: { title: 'People', version: '1' },
    paths: {
      '/people/{id}': {
        post: {
          operationId: 'change',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: whole },
            { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: object(
                  { name: text, age: { type: 'integer', maximum: 120 }, address: object({ zip: text }) },
                  { required: ['name'] },
                ),
              },
            },
          },
          responses: { 200: { description: 'Changed' }, ...responses },
          ...others,
        },
      },
    },
  };
}

export function response({ type = 'application/json', ...media }: Declared): Json {
  return { description: 'An error', content: { [type]: media } };
}
