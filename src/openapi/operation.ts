import type { Credential } from '../contract/credential.ts';
import type { Endpoint, Example } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/definition.ts';
import type { Shape } from '../fields/object.ts';
import type { Inject } from '../http/inject.ts';
import { bodyField, isForm } from '../http/parse.ts';
import { slug } from '../text/slug.ts';
import { responses } from './responses.ts';
import { DEFAULT_TAG } from './tags.ts';

/** Writes one endpoint as an OpenAPI operation. */
export function operation(name: string, endpoint: Endpoint, inject: Inject): JsonSchema {
  const { tag = DEFAULT_TAG, summary, description, credential, body, examples = [] } = endpoint;
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(credential && secured(credential, examples)),
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: requestBody(endpoint) }),
    responses: responses(endpoint, inject),
  };
}

/** OpenAPI has no place for examples of a credential; the page takes them from here. */
function secured({ challenge, name }: Credential, examples: readonly Example[]): JsonSchema {
  return {
    security: [{ [challenge]: [] }],
    'x-credential-examples': valuesOf(examples, ({ headers }) => headers?.[name]),
  };
}

function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const { params, query, headers, cookies, examples = [] } = endpoint;
  return [
    ...parametersIn('path', params, (name) => valuesOf(examples, ({ params }) => params?.[name])),
    ...parametersIn('query', query, (name) => valuesOf(examples, ({ query }) => query?.[name])),
    ...parametersIn('header', headers, (name) => valuesOf(examples, ({ headers }) => headers?.[name])),
    ...parametersIn('cookie', cookies, () => ({})),
  ];
}

function parametersIn(
  place: string,
  shape: Shape = {},
  examplesOf: (name: string) => JsonSchema,
): JsonSchema[] {
  return Object.entries(shape).map(([name, field]) => ({
    name,
    in: place,
    required: field.required,
    schema: field.describe('input'),
    examples: examplesOf(name),
  }));
}

function requestBody({ body, examples = [] }: Endpoint): JsonSchema {
  const field = bodyField(body);
  const given = { examples: valuesOf(examples, ({ body }) => body) };
  if (!field) return { content: { 'application/json': { schema: {}, ...given }, '*/*': { schema: {} } } };
  const schema = field.describe('input');
  const types = isForm(body) ? formTypes(schema) : ['application/json'];
  return {
    required: field.required,
    content: Object.fromEntries(types.map((type) => [type, { schema, ...given }])),
  };
}

/** A form with files can't be sent URL-encoded. */
function formTypes(schema: JsonSchema): string[] {
  const hasFile = JSON.stringify(schema).includes('"format":"binary"');
  return hasFile ? ['multipart/form-data'] : ['application/x-www-form-urlencoded', 'multipart/form-data'];
}

/** The values of a part in the examples that have it. */
function valuesOf(examples: readonly Example[], part: (example: Example) => unknown): JsonSchema {
  const having = examples.filter((example) => part(example) !== undefined);
  return Object.fromEntries(
    having.map((example) => [slug(example.title), { summary: example.title, value: part(example) }]),
  );
}
