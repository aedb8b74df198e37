import type { Endpoint, Example } from '../contract/endpoint.ts';
import { slug } from '../contract/example.ts';
import type { JsonSchema } from '../fields/faces.ts';
import { refusalsOf } from './refusals.ts';
import { errorMessage } from './schemas.ts';

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
  description:
    'No endpoint sees the request: it is not well-formed HTTP (400), too slow (408), too large (413, 414, 431), ' +
    'asks for what the server does not know (417, 501, 505), or meets a bug (500).',
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
        description: meanings[status] ?? 'The endpoint refuses the request.',
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
