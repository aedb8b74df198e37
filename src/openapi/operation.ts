import type { Credential, Endpoint, Example } from '../contract/endpoint.ts';
import { slug } from '../contract/example.ts';
import type { JsonSchema } from '../fields/definition.ts';
import { object, type Shape } from '../fields/object.ts';
import type { Inject } from '../refusals/examples.ts';
import { responses } from './responses.ts';

/** One endpoint as an OpenAPI operation. */
export function operation(name: string, endpoint: Endpoint, ask: Inject): JsonSchema {
  const { tag, summary, credential, body, examples } = endpoint;
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(credential && secured(credential, examples)),
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: requestBody(endpoint) }),
    responses: responses(endpoint, ask),
  };
}

/** OpenAPI has no place for examples of a credential; the page takes them from here. */
function secured({ challenge, header }: Credential, examples: readonly Example[]): JsonSchema {
  return {
    security: [{ [challenge]: [] }],
    'x-credential-examples': valuesOf(examples, ({ headers }) => headers?.[header]),
  };
}

/** A credential is no parameter: the security scheme describes it. */
function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const { params = {}, query = {}, headers = {}, credential, examples } = endpoint;
  const { [credential?.header ?? '']: _, ...others } = headers;
  return [
    ...parametersIn('path', params, (name) => valuesOf(examples, ({ params }) => params?.[name])),
    ...parametersIn('query', query, (name) => valuesOf(examples, ({ query }) => query?.[name])),
    ...parametersIn('header', others, (name) => valuesOf(examples, ({ headers }) => headers?.[name])),
  ];
}

function parametersIn(place: string, shape: Shape, examplesOf: (name: string) => JsonSchema): JsonSchema[] {
  return Object.entries(shape).map(([name, field]) => ({
    name,
    in: place,
    required: field.required,
    schema: field.describe('input'),
    examples: examplesOf(name),
  }));
}

function requestBody({ body, examples }: Endpoint): JsonSchema {
  const json = { examples: valuesOf(examples, ({ body }) => body) };
  return typeof body === 'object'
    ? { required: true, content: { 'application/json': { schema: object(body).describe('input'), ...json } } }
    : { content: { 'application/json': { schema: {}, ...json }, '*/*': { schema: {} } } };
}

/** What a part is in each example that has it. */
function valuesOf(examples: readonly Example[], part: (example: Example) => unknown): JsonSchema {
  const having = examples.filter((example) => part(example) !== undefined);
  return Object.fromEntries(
    having.map((example) => [slug(example.title), { summary: example.title, value: part(example) }]),
  );
}
