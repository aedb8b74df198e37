import type { Endpoint, Success } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/definition.ts';
import type { Inject } from '../http/inject.ts';
import { statuses } from '../http/statuses.ts';
import { type Case, exampleCases, strayCases } from '../refusals/examples.ts';
import { slug } from '../text/slug.ts';
import { refusalsOf } from './refusals.ts';
import { errorMessage, problemContent } from './schemas.ts';

const serverRefusal = {
  description: Object.entries(statuses)
    .filter(([, { isGeneral }]) => isGeneral)
    .map(([status, { meaning }]) => `${status}: ${meaning}`)
    .join(' '),
  content: {
    'application/json': { schema: errorMessage, example: { detail: statuses[500]?.name } },
    ...problemContent,
  },
};

const wwwAuthenticate = { description: 'The scheme that would let you in.', schema: { type: 'string' } };

/** Every status that an endpoint answers, with the schema of its bodies and the examples that get it. */
export function responses(endpoint: Endpoint, inject: Inject): JsonSchema {
  const { reply } = endpoint;
  const examples = exampleCases(endpoint, inject);
  const strays = strayCases(endpoint, inject);

  /** What no example gets is shown by a request that is no example of anything else. */
  function examplesFor(status: number): JsonSchema {
    const gotten = examples.filter((each) => each.status === status);
    if (gotten.length > 0) return { examples: Object.fromEntries(gotten.map(entryOf)) };
    const stray = strays.find((each) => each.status === status);
    return stray ? { example: JSON.parse(stray.body) } : {};
  }

  function success(): JsonSchema {
    const described = { description: statuses[reply.status]?.meaning, ...headersOf(reply) };
    if (!('body' in reply)) return described;
    const schema = reply.body.describe('output');
    const [mediaType = ''] = (reply.mediaType ?? 'application/json').split(';');
    const content = { [mediaType]: { schema, ...(!reply.mediaType && examplesFor(reply.status)) } };
    return { ...described, content };
  }

  function refusal([status, schemas]: [number, readonly JsonSchema[]]): [number, JsonSchema] {
    const [schema] = schemas.length === 1 ? schemas : [{ oneOf: schemas }];
    return [
      status,
      {
        description: statuses[status]?.meaning ?? 'The endpoint refuses the request.',
        ...(status === 401 && { headers: { 'WWW-Authenticate': wwwAuthenticate } }),
        content: { 'application/json': { schema, ...examplesFor(status) }, ...problemContent },
      },
    ];
  }

  return {
    [reply.status]: success(),
    ...Object.fromEntries([...refusalsOf(endpoint)].map(refusal)),
    default: serverRefusal,
  };
}

/** The headers that the handler sets. */
function headersOf({ headers = {} }: Success): JsonSchema {
  const described = Object.entries(headers).map(([name, field]) => [
    name,
    { schema: field.describe('output') },
  ]);
  return described.length > 0 ? { headers: Object.fromEntries(described) } : {};
}

function entryOf({ title, body }: Case): [string, JsonSchema] {
  return [slug(title), { summary: title, value: JSON.parse(body) }];
}
