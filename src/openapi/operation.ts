import type { Credential } from '../contract/credential.ts';
import { type Endpoint, type Example, isForm } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/field.ts';
import type { Shape } from '../fields/object.ts';
import { bodyField } from '../http/parse.ts';
import { asBody, asParameter, examplesOf } from './examples.ts';
import { type Describing, responses } from './responses.ts';
import type { Schemas } from './schemas.ts';
import { DEFAULT_TAG } from './tags.ts';

/** Writes one endpoint as an OpenAPI operation. */
export function operation(name: string, endpoint: Endpoint, describing: Describing): JsonSchema {
  const { tag = DEFAULT_TAG, summary, description, credential, body, examples = [] } = endpoint;
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(credential && secured(credential, examples)),
    parameters: parametersOf(endpoint, describing.schemas),
    ...(body && { requestBody: requestBody(endpoint, describing.schemas) }),
    responses: responses(name, endpoint, describing),
  };
}

/** Adds the security of an operation. OpenAPI has no place for examples of a credential, so an extension has them for the page. */
function secured({ challenge, name }: Credential, examples: readonly Example[]): JsonSchema {
  const sent = examplesOf(
    examples,
    ({ headers }) => headers?.[name],
    () => undefined,
  );
  return { security: [{ [challenge]: [] }], 'x-credential-examples': sent['x-more-examples'] ?? {} };
}

function parametersOf(endpoint: Endpoint, schemas: Schemas): JsonSchema[] {
  const { params, query, headers, cookies } = endpoint;
  const describe = parameterDescriber(endpoint.examples ?? [], schemas);
  return [
    ...describe('path', params, ({ params }) => params),
    ...describe('query', query, ({ query }) => query),
    ...describe('header', headers, ({ headers }) => headers),
    ...describe('cookie', cookies, () => undefined),
  ];
}

type PartOf = (example: Example) => Readonly<Record<string, unknown>> | undefined;

function parameterDescriber(examples: readonly Example[], schemas: Schemas) {
  return (place: string, shape: Shape = {}, partOf: PartOf): JsonSchema[] =>
    Object.entries(shape).map(([name, field]) => ({
      name,
      in: place,
      required: field.required,
      schema: schemas.describe(field, 'request'),
      ...examplesOf(examples, (example) => partOf(example)?.[name], asParameter(field)),
    }));
}

function requestBody({ body, examples = [] }: Endpoint, schemas: Schemas): JsonSchema {
  const field = bodyField(body);
  const given = examplesOf(examples, ({ body }) => body, field ? asBody(field) : (sent) => sent);
  if (!field) return { content: { 'application/json': { schema: {}, ...given }, '*/*': { schema: {} } } };
  const schema = schemas.describe(field, 'request');
  const types = isForm(body) ? formTypes(field.describe('request')) : ['application/json'];
  return {
    required: field.required,
    content: Object.fromEntries(types.map((type) => [type, { schema, ...given }])),
  };
}

/** The media types of a form. One with files can't be sent URL-encoded. */
function formTypes(schema: JsonSchema): string[] {
  const hasFile = JSON.stringify(schema).includes('"format":"binary"');
  return hasFile ? ['multipart/form-data'] : ['application/x-www-form-urlencoded', 'multipart/form-data'];
}
