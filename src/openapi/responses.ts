import { caseSteps } from '../cases/cases.ts';
import type { Subject } from '../cases/subject.ts';
import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { type AnySuccess, JSON_TYPE, mediaTypeOf, successesOf } from '../contract/success.ts';
import { Definitions, type JsonSchema, type Side } from '../fields/definitions.ts';
import type { AnyField } from '../fields/field.ts';
import type { Shape } from '../fields/object.ts';
import type { ErrorFormat } from '../http/error-format.ts';
import type { Inject } from '../http/inject.ts';
import { defaultLimits } from '../http/limits.ts';
import { PROBLEM_TYPE } from '../http/negotiate.ts';
import { bodyField, fieldOf } from '../http/parse.ts';
import { meanings, phraseOf } from '../http/phrases.ts';
import { detailsOf, failed } from '../http/statuses.ts';
import { defined } from '../text/guards.ts';
import { ensure } from '../text/memo.ts';
import { slug } from '../text/strings.ts';
import type { Steps } from '../text/turns.ts';
import { type ExampleReply, exampleReplies, strayReplies } from './example-replies.ts';
import { areOfFastapi, ENTRY, VALIDATION_ERROR } from './fastapi.ts';

/** The means to describe the errors of an endpoint. */
interface DescribingErrors {
  readonly errors: ErrorFormat;
  readonly schemas: Schemas;
}

/** The means to describe the replies of an endpoint. */
export interface Describing extends DescribingErrors {
  readonly inject: Inject;
}

const GENERAL_MEANINGS = Object.keys(detailsOf(defaultLimits))
  .map((status) => `${status}: ${meanings[Number(status)]}`)
  .join(' ');

const wwwAuthenticate = { description: 'The authentication scheme to use.', schema: { type: 'string' } };

/** The responses of an endpoint by status, each with the schema of its body and examples. */
export function responses(name: string, endpoint: Endpoint, describing: Describing): JsonSchema {
  const { inject, schemas } = describing;
  const examples = exampleReplies(endpoint, inject);
  const strays = strayReplies(endpoint, inject);

  /** The examples with this status; if there are none, a reply to a made-up request. */
  function examplesFor(status: number): JsonSchema {
    const matching = examples.filter((each) => each.status === status);
    if (matching.length > 0) return { examples: Object.fromEntries(matching.map(entryOf)) };
    const stray = strays.find((each) => each.status === status);
    return stray ? { example: JSON.parse(stray.body) } : {};
  }

  function success(reply: AnySuccess): [number, JsonSchema] {
    const { status, body } = reply;
    const described = { description: phraseOf(status), ...headersOf(reply, schemas) };
    if (body === undefined) return [status, described];
    const [mediaType = ''] = mediaTypeOf(reply).split(';');
    const isJson = body !== 'bytes' && mediaType === JSON_TYPE;
    const schema = body === 'bytes' ? binary(mediaType) : schemas.describe(fieldOf(body), 'output');
    const content = { [mediaType]: { schema, ...(isJson && examplesFor(status)) } };
    return [status, { ...described, content }];
  }

  function refusal([status, schema]: [number, JsonSchema]): [number, JsonSchema] {
    return [status, refusalOf(status, { schema, ...examplesFor(status) }, describing)];
  }

  return {
    ...Object.fromEntries(successesOf(endpoint).map(success)),
    ...Object.fromEntries([...errorsOf(name, endpoint, describing)].map(refusal)),
    default: serverRefusal(describing),
  };
}

/** A refusal with this status, given its content as JSON. */
function refusalOf(status: number, json: JsonSchema, describing: DescribingErrors): JsonSchema {
  return {
    description: meanings[status] ?? 'The endpoint refuses the request.',
    ...(status === 401 && { headers: { 'WWW-Authenticate': wwwAuthenticate } }),
    content: errorContent(status, json, describing),
  };
}

/** The schema of bytes: both what OpenAPI 3.1 and what older tools understand. */
function binary(contentMediaType: string): JsonSchema {
  return { type: 'string', format: 'binary', contentMediaType };
}

/** The statuses that any endpoint may answer with. */
function serverRefusal(describing: Describing): JsonSchema {
  const json = { schema: describing.schemas.errorMessage(), example: { detail: failed.detail } };
  return { description: GENERAL_MEANINGS, content: errorContent(failed.status, json, describing) };
}

/** The body of an error in the formats that clients can get. An app's own form has no other. */
function errorContent(status: number, json: JsonSchema, { errors, schemas }: DescribingErrors): JsonSchema {
  if (errors.isProblem) return schemas.problemContent();
  const content = { [JSON_TYPE]: json };
  return status === errors.invalid?.status ? content : { ...content, ...schemas.problemContent() };
}

/** The headers that the handler sets. */
function headersOf({ headers = {} }: AnySuccess, schemas: Schemas): JsonSchema {
  const described = Object.entries(headers).map(([name, field]) => [
    name,
    { schema: schemas.describe(field, 'output') },
  ]);
  return described.length > 0 ? { headers: Object.fromEntries(described) } : {};
}

function entryOf({ title, body }: ExampleReply): [string, JsonSchema] {
  return [slug(title), { summary: title, value: JSON.parse(body) }];
}

/** The schemas of an endpoint's errors, automatic ones and the handler's, by status. */
function errorsOf(name: string, endpoint: Endpoint, describing: Describing): Map<number, JsonSchema> {
  return byStatus([
    ...automaticErrors(name, endpoint, describing),
    ...errorsOfHandler(endpoint, describing.schemas),
  ]);
}

/** The responses with which the app itself refuses requests to an endpoint, by status. */
export function automaticResponses(
  name: string,
  endpoint: Endpoint,
  describing: DescribingErrors,
): Map<number, JsonSchema> {
  const shapes = byStatus(automaticErrors(name, endpoint, describing));
  return new Map([...shapes].map(([status, schema]) => [status, refusalOf(status, { schema }, describing)]));
}

function byStatus(refused: readonly Refused[]): Map<number, JsonSchema> {
  const shapes = new Map<number, JsonSchema[]>();
  for (const [status, shape] of refused) {
    const known = ensure(shapes, status, () => []);
    if (!known.some((each) => JSON.stringify(each) === JSON.stringify(shape))) known.push(shape);
  }
  return new Map([...shapes].map(([status, known]) => [status, oneOf(known)]));
}

function oneOf(shapes: readonly JsonSchema[]): JsonSchema {
  const [only = {}, ...others] = shapes;
  return others.length === 0 ? only : { oneOf: shapes };
}

type Refused = readonly [status: number, shape: JsonSchema];

function automaticErrors(name: string, endpoint: Endpoint, { errors, schemas }: DescribingErrors): Refused[] {
  const { params = {}, query = {}, headers = {}, cookies = {}, body, credential } = endpoint;
  const isJson = typeof body === 'object';
  const own =
    errors.invalid && ([errors.invalid.status, schemas.describe(errors.invalid.body, 'output')] as const);
  const message = (status: number): Refused => [status, schemas.errorMessage()];
  const refused: Refused[] = [];
  if (Object.keys(params).length > 0 || isJson) refused.push(own ?? message(400));
  if (credential) refused.push(message(401));
  refused.push(message(413));
  if (isJson) refused.push(message(415));
  if (isJson || mayRefuse(params, true) || [query, headers, cookies].some((part) => mayRefuse(part)))
    refused.push(own ?? [422, schemas.validationErrors(name)]);
  return refused;
}

function errorsOfHandler({ refusals = {} }: Endpoint, schemas: Schemas): Refused[] {
  return Object.entries(refusals).map(([status, detail]) => {
    const schema = schemas.describe(detail, 'output');
    return [Number(status), schema.type === 'string' ? schemas.errorMessage() : withDetail(schema)];
  });
}

/** The most fields that are looked at: of more, some probably refuse something. */
const MAX_LOOKED_AT = 1000;

/**
 * Tells whether a part has a field that refuses some texts, or that is required and may be missing. Those of a document are made
 * when they are looked at: no more than needed.
 */
function mayRefuse(part: Shape, isPath = false): boolean {
  const names = Object.keys(part);
  const refuses = (name: string) => {
    const { takesAnyText, absent } = defined(part[name]);
    return !(takesAnyText && (isPath || absent));
  };
  return names.length > MAX_LOOKED_AT || names.some(refuses);
}

const COMPONENTS = '#/components/schemas/';

/** The schemas of a document. Those with a name are components, used by reference. */
export class Schemas {
  readonly #definitions: Definitions;
  readonly #types: EntryTypes;
  /** True if the document has FastAPI's own schemas for validation errors. */
  readonly #haveFastapi: boolean;

  /** Takes the types of validation errors, and the names of the schemas that the document has already. */
  constructor(types: EntryTypes = new Map(), known?: readonly string[]) {
    this.#types = types;
    this.#haveFastapi = known !== undefined && areOfFastapi(known);
    // With the names of both, the document would be taken for one that FastAPI wrote.
    this.#definitions = new Definitions(COMPONENTS, known && [...known, ENTRY]);
  }

  /** All schemas with a name. */
  get all(): Readonly<Record<string, JsonSchema>> {
    return this.#definitions.all;
  }

  describe(field: AnyField, side: Side): JsonSchema {
    return field.describe(side, this.#definitions);
  }

  /** An error whose detail is a sentence. */
  errorMessage(): JsonSchema {
    return this.#definitions.refer('ErrorMessage', 'output', errorMessage);
  }

  /**
   * The automatic 422 of an endpoint, under FastAPI's name for it. If other endpoints have types of validation errors that this
   * one does not, it is a list of entries with only its types.
   */
  validationErrors(endpoint: string): JsonSchema {
    if (this.#haveFastapi) return { $ref: COMPONENTS + VALIDATION_ERROR };
    const own = this.#types.get(endpoint) ?? [];
    if (own.length === this.#allTypes.length)
      return this.#definitions.refer(VALIDATION_ERROR, 'output', this.#anyEntries);
    const types = { type: 'object', properties: { type: { type: 'string', enum: own } } };
    return listOf({ allOf: [this.#entry(), types] });
  }

  /** Any error, for clients that prefer problem details. */
  problemContent(): JsonSchema {
    return { [PROBLEM_TYPE]: { schema: this.#definitions.refer('ProblemDetails', 'output', this.#problem) } };
  }

  readonly #problem = () => problemDetails(this.#definitions.refer('ProblemEntry', 'output', problemEntry));

  #entry(): JsonSchema {
    return this.#definitions.refer(ENTRY, 'output', this.#validationError);
  }

  readonly #anyEntries = () => listOf(this.#entry());

  readonly #validationError = () => validationError(this.#allTypes);

  get #allTypes(): readonly string[] {
    return [...new Set([...this.#types.values()].flat())].sort();
  }
}

/** The schema of an error body with this detail. */
function withDetail(detail: JsonSchema): JsonSchema {
  return { type: 'object', properties: { detail }, required: ['detail'] };
}

function listOf(entry: JsonSchema): JsonSchema {
  return withDetail({ type: 'array', items: entry, minItems: 1 });
}

const errorMessage = () => withDetail({ type: 'string' });

/** The schema of one entry of the automatic 422. */
function validationError(types: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: {
      type: { type: 'string', ...(types.length > 0 && { enum: types }) },
      loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
      msg: { type: 'string' },
      input: {},
    },
    required: ['type', 'loc', 'msg', 'input'],
  };
}

/** The schema of problem details (RFC 9457), given that of the entries in `errors`. */
function problemDetails(entry: JsonSchema): JsonSchema {
  return {
    type: 'object',
    description: 'Any error, as problem details (RFC 9457).',
    properties: {
      type: {
        type: 'string',
        format: 'uri-reference',
        description: 'The page about the status, relative to the request.',
      },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      errors: { type: 'array', items: entry },
    },
    required: ['type', 'title', 'status', 'detail'],
  };
}

/** The schema of one entry: a message and its place. */
function problemEntry(): JsonSchema {
  return {
    type: 'object',
    properties: {
      detail: { type: 'string' },
      pointer: { type: 'string', description: 'The place in the body, as a JSON pointer: #/age.' },
      parameter: { type: 'string', description: 'The parameter, header or cookie.' },
      type: { type: 'string' },
    },
    required: ['detail'],
  };
}

/** The types of validation errors in each endpoint's automatic 422, by its name. Empty unless all of them are known. */
type EntryTypes = ReadonlyMap<string, readonly string[]>;

/** Collects the types from the cases of an app, with that of the entry which counts the errors that are not listed. */
export function* entryTypesOf(subject: Subject): Steps<EntryTypes> {
  if (!haveSamples(subject.contract)) return new Map();
  const found = new Map<string, Set<string>>();
  for (const each of caseSteps(subject)) {
    yield;
    const { operation, expected } = each ?? {};
    if (operation === undefined || !expected?.entries) continue;
    const types = ensure(found, operation, () => new Set(['more_errors']));
    for (const { type } of expected.entries) types.add(type);
  }
  return new Map([...found].map(([name, types]) => [name, [...types].sort()]));
}

/** Matches a bound that is too large for samples. */
const FAR_BOUND = /"(?:min|max)(?:Length|Items|Properties)":[1-9][0-9]{4}/;

/** Tells whether the samples show every refusal. Custom fields need not have samples. */
function haveSamples({ endpoints }: Contract): boolean {
  const definitions = new Definitions();
  const schemas = Object.values(endpoints)
    .flatMap(fieldsOf)
    .map((field) => field.describe('request', definitions));
  return definitions.areSampled && !FAR_BOUND.test(JSON.stringify([schemas, definitions.all]));
}

function fieldsOf({ params, query, headers, cookies, body }: Endpoint): AnyField[] {
  const own = bodyField(body);
  return [...Object.values({ ...params, ...query, ...headers, ...cookies }), ...(own ? [own] : [])];
}
