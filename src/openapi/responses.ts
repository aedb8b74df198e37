import { type Case, exampleCases, strayCases } from '../cases/examples.ts';
import type { Endpoint, Success } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/field.ts';
import type { Inject } from '../http/inject.ts';
import { defaultLimits } from '../http/limits.ts';
import { detailsOf, failed, meanings, phraseOf } from '../http/statuses.ts';
import { slug } from '../text/strings.ts';
import { refusalsOf } from './refusals.ts';
import type { Schemas } from './schemas.ts';

/** The means to describe the replies of an endpoint. */
export interface Describing {
  readonly inject: Inject;
  readonly schemas: Schemas;
}

const GENERAL_MEANINGS = Object.keys(detailsOf(defaultLimits))
  .map((status) => `${status}: ${meanings[Number(status)]}`)
  .join(' ');

const wwwAuthenticate = { description: 'The authentication scheme to use.', schema: { type: 'string' } };

/** The responses of an endpoint by status, each with the schema of its body and examples. */
export function responses(name: string, endpoint: Endpoint, { inject, schemas }: Describing): JsonSchema {
  const { reply } = endpoint;
  const examples = exampleCases(endpoint, inject);
  const strays = strayCases(endpoint, inject);

  /** The examples with this status; if there are none, a reply to a made-up request. */
  function examplesFor(status: number): JsonSchema {
    const matching = examples.filter((each) => each.status === status);
    if (matching.length > 0) return { examples: Object.fromEntries(matching.map(entryOf)) };
    const stray = strays.find((each) => each.status === status);
    return stray ? { example: JSON.parse(stray.body) } : {};
  }

  function success(): JsonSchema {
    const described = { description: phraseOf(reply.status), ...headersOf(reply, schemas) };
    if (!('body' in reply)) return described;
    const schema = schemas.describe(reply.body, 'output');
    const [mediaType = ''] = (reply.mediaType ?? 'application/json').split(';');
    const content = { [mediaType]: { schema, ...(!reply.mediaType && examplesFor(reply.status)) } };
    return { ...described, content };
  }

  function refusal([status, schema]: [number, JsonSchema]): [number, JsonSchema] {
    return [
      status,
      {
        description: meanings[status] ?? 'The endpoint refuses the request.',
        ...(status === 401 && { headers: { 'WWW-Authenticate': wwwAuthenticate } }),
        content: { 'application/json': { schema, ...examplesFor(status) }, ...schemas.problemContent() },
      },
    ];
  }

  return {
    [reply.status]: success(),
    ...Object.fromEntries([...refusalsOf(name, endpoint, schemas)].map(refusal)),
    default: serverRefusal(schemas),
  };
}

/** The statuses that any endpoint may answer with. */
function serverRefusal(schemas: Schemas): JsonSchema {
  const json = { schema: schemas.errorMessage(), example: { detail: failed.detail } };
  const content = { 'application/json': json, ...schemas.problemContent() };
  return { description: GENERAL_MEANINGS, content };
}

/** The headers that the handler sets. */
function headersOf({ headers = {} }: Success, schemas: Schemas): JsonSchema {
  const described = Object.entries(headers).map(([name, field]) => [
    name,
    { schema: schemas.describe(field, 'output') },
  ]);
  return described.length > 0 ? { headers: Object.fromEntries(described) } : {};
}

function entryOf({ title, body }: Case): [string, JsonSchema] {
  return [slug(title), { summary: title, value: JSON.parse(body) }];
}
