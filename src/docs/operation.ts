import type { Endpoint, Example } from '../contract/endpoint.ts';
import { slug } from '../contract/example.ts';
import type { JsonSchema } from '../fields/faces.ts';
import { object, type Shape } from '../fields/object.ts';
import { type Answer, responses } from './responses.ts';

/** One endpoint as an OpenAPI operation. */
export function operation(name: string, endpoint: Endpoint, answer: Answer): JsonSchema {
  const { tag, summary, credential, body } = endpoint;
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(credential && { security: [{ [credential.challenge]: [] }] }),
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: requestBody(endpoint) }),
    responses: responses(endpoint, answer),
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
    having.map((example) => [slug(example), { summary: example.title, value: part(example) }]),
  );
}
