import type { Endpoint, Example } from '../contract/endpoint.ts';
import { slug } from '../contract/example.ts';
import type { JsonSchema } from '../fields/faces.ts';
import type { Shape } from '../fields/object.ts';
import { Issues } from '../issues/issue.ts';
import { errorMessage, validationErrors, withDetail } from './schemas.ts';

/** Answers an example as the service does. */
export type Answer = (
  endpoint: Endpoint,
  example: Example,
) => { readonly status: number; readonly body: string };

/** What a status means, whichever endpoint answers it. */
const meanings: Readonly<Record<number, string>> = {
  200: 'Everything is in order.',
  201: 'Everything is in order, and would have been created.',
  400: 'The request is malformed, or a value is missing or invalid.',
  401: 'The credential is missing or invalid.',
  413: 'The body is too large.',
  415: 'The body is not JSON, or it is encoded.',
  422: 'A value is missing or invalid.',
};

const serverRefusal = {
  description: 'The HTTP server itself refuses the request (408, 414, 417, 431, 501, 505), or fails (500).',
  content: { 'application/json': { schema: errorMessage } },
};

const wwwAuthenticate = { description: 'The scheme that would let you in.', schema: { type: 'string' } };

/** Every status that an endpoint answers, with the schema of its bodies and the examples that get it. */
export function responses(endpoint: Endpoint, answer: Answer): JsonSchema {
  const { reply, examples } = endpoint;
  const answers = examples.map((example) => ({ example, ...answer(endpoint, example) }));
  const [mediaType = ''] = (reply.mediaType ?? 'application/json').split(';');
  const success = { [mediaType]: { schema: reply.body.describe('output'), ...examplesFor(reply.status) } };

  function examplesFor(status: number): JsonSchema {
    const gotten = reply.mediaType ? [] : answers.filter((each) => each.status === status);
    const entries = gotten.map(({ example, body }) => [
      slug(example),
      { summary: example.title, value: JSON.parse(body) },
    ]);
    return entries.length === 0 ? {} : { examples: Object.fromEntries(entries) };
  }

  function refusal([status, schemas]: [number, readonly JsonSchema[]]): [number, JsonSchema] {
    const [schema] = schemas.length === 1 ? schemas : [{ oneOf: schemas }];
    return [
      status,
      {
        description: meanings[status],
        ...(status === 401 && { headers: { 'WWW-Authenticate': wwwAuthenticate } }),
        content: { 'application/json': { schema, ...examplesFor(status) } },
      },
    ];
  }

  return {
    [reply.status]: { description: meanings[reply.status], content: success },
    ...Object.fromEntries([...refusalsOf(endpoint)].map(refusal)),
    default: serverRefusal,
  };
}

/** The shapes of everything that the stations and the handler refuse, by status. */
function refusalsOf({ params, query = {}, body, refusals = {} }: Endpoint): Map<number, JsonSchema[]> {
  const shapes = new Map<number, JsonSchema[]>();
  const add = (status: number, shape: JsonSchema) => {
    const known = shapes.get(status) ?? [];
    if (!known.includes(shape)) shapes.set(status, [...known, shape]);
  };
  if (params) add(400, errorMessage);
  if (body) add(413, errorMessage);
  if (typeof body === 'object') {
    add(400, errorMessage);
    add(415, errorMessage);
  }
  if (typeof body === 'object' || refusesText(query)) add(422, validationErrors);
  for (const [status, detail] of Object.entries(refusals)) {
    const schema = detail.describe('output');
    add(Number(status), schema.type === 'string' ? errorMessage : withDetail(schema));
  }
  return shapes;
}

/** Whether some query is refused: a required name is missing, or there is text that a value may not be. */
function refusesText(query: Shape): boolean {
  return Object.values(query).some((field) => !field.absent || field.parse('\0') instanceof Issues);
}
