import type { Subject } from '../cases/subject.ts';
import type { Credential } from '../contract/credential.ts';
import {
  allMethods,
  type Contract,
  type Endpoint,
  type Endpoints,
  type Example,
  isForm,
} from '../contract/endpoint.ts';
import { templateOf } from '../contract/path.ts';
import { JSON_TYPE, MULTIPART, URLENCODED } from '../contract/success.ts';
import { Issue, Issues } from '../errors/issue.ts';
import type { JsonSchema } from '../fields/definitions.ts';
import type { AnyField } from '../fields/field.ts';
import type { Shape } from '../fields/object.ts';
import { isRecord, mapValues } from '../fields/values.ts';
import type { ErrorFormat } from '../http/error-format.ts';
import type { Inject } from '../http/inject.ts';
import { bodyField } from '../http/parse.ts';
import { slug } from '../text/strings.ts';
import type { Steps } from '../text/turns.ts';
import { type Describing, entryTypesOf, responses, Schemas } from './responses.ts';

interface DocumentOptions {
  /** The prefix of every path of the service. */
  readonly basePath: string;
  readonly inject: Inject;
  readonly errors: ErrorFormat;
  /** The app whose cases show which types of validation errors occur. */
  readonly subject: Subject;
}

/** Writes a contract as an OpenAPI 3.1 document, with the service's reply to every example. */
export function* openApi(contract: Contract, options: DocumentOptions): Steps<JsonSchema> {
  const endpoints: Endpoints = { ...contract.endpoints, ...contract.pages };
  const schemas = new Schemas(yield* entryTypesOf(options.subject));
  const { inject, errors } = options;
  const paths = yield* pathsOf(endpoints, { inject, errors, schemas });
  return {
    openapi: '3.1.0',
    info: infoOf(contract),
    ...serversAt(options.basePath),
    tags: describeTags(contract),
    security: [],
    paths,
    components: {
      schemas: schemas.all,
      securitySchemes: Object.fromEntries(Object.values(endpoints).flatMap(securityScheme)),
    },
  };
}

/** The servers of a document. Without a prefix there are none: clients then use the address of the document. */
export function serversAt(basePath: string): JsonSchema {
  return basePath === '' ? {} : { servers: [{ url: basePath }] };
}

function infoOf({ title, version, description, license, contact }: Contract): JsonSchema {
  return {
    title,
    version,
    ...(description && { description }),
    ...(license && { license }),
    ...(contact && { contact }),
  };
}

function* pathsOf(endpoints: Endpoints, describing: Describing): Steps<JsonSchema> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = templateOf(endpoint.path);
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operation(name, endpoint, describing);
    yield;
  }
  return paths;
}

function securityScheme({ credential }: Endpoint): [string, JsonSchema][] {
  return credential ? [[credential.challenge, describeCredential(credential)]] : [];
}

function describeCredential(credential: Credential): JsonSchema {
  const { scheme, in: part, name, format, description } = credential;
  const described = description === undefined ? {} : { description };
  if (scheme === 'apiKey') return { type: 'apiKey', in: part, name, ...described };
  return { type: 'http', scheme, ...(format && { bearerFormat: format }), ...described };
}

/** Writes one endpoint as an OpenAPI operation. */
function operation(name: string, endpoint: Endpoint, describing: Describing): JsonSchema {
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
function secured({ challenge, name, optional }: Credential, examples: readonly Example[]): JsonSchema {
  const sent = examplesOf(
    examples,
    ({ headers }) => headers?.[name],
    () => undefined,
  );
  const security = [{ [challenge]: [] }, ...(optional ? [{}] : [])];
  return { security, 'x-credential-examples': sent['x-more-examples'] ?? {} };
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
    Object.entries(shape).map(([name, field]) => {
      const schema = schemas.describe(field, 'request');
      return {
        name,
        in: place,
        required: field.required,
        ...aboutParameter(schema),
        schema,
        ...examplesOf(examples, (example) => partOf(example)?.[name], asParameter(field)),
      };
    });
}

/** Readers of a document look for these at the parameter, not in its schema. */
function aboutParameter({ description, deprecated }: JsonSchema): JsonSchema {
  return { ...(description !== undefined && { description }), ...(deprecated === true && { deprecated }) };
}

function requestBody({ body, examples = [] }: Endpoint, schemas: Schemas): JsonSchema {
  const field = bodyField(body);
  const given = examplesOf(examples, ({ body }) => body, field ? asBody(field) : (sent) => sent);
  if (!field) return { content: { '*/*': { schema: {}, ...given } } };
  const schema = schemas.describe(field, 'request');
  const types = isForm(body) ? formTypes(field.describe('request')) : [JSON_TYPE];
  return {
    required: field.required,
    content: Object.fromEntries(types.map((type) => [type, { schema, ...given }])),
  };
}

/** The media types of a form. One with files can't be sent URL-encoded. */
function formTypes(schema: JsonSchema): string[] {
  const hasFile = JSON.stringify(schema).includes('"format":"binary"');
  return hasFile ? [MULTIPART] : [URLENCODED, MULTIPART];
}

/** Picks one part of the request from an example; undefined if the example has none. */
type Part = (example: Example) => unknown;

/**
 * Lists the values of a part in the examples that have it. Values that match the schema are listed under `examples`, where
 * linters check them; all others, for people to try, under `x-more-examples`.
 */
function examplesOf(examples: readonly Example[], part: Part, write: WriteExample): JsonSchema {
  const promised: [string, JsonSchema][] = [];
  const more: [string, JsonSchema][] = [];
  for (const example of examples) {
    const sent = part(example);
    if (sent === undefined) continue;
    const value = example.status < 400 ? write(sent) : undefined;
    const entry = { summary: example.title, value: value === undefined ? sent : value };
    (value === undefined ? more : promised).push([slug(example.title), entry]);
  }
  return {
    ...(promised.length > 0 && { examples: Object.fromEntries(promised) }),
    ...(more.length > 0 && { 'x-more-examples': Object.fromEntries(more) }),
  };
}

/** Turns a sent value into one that matches the schema; undefined if that is impossible. */
type WriteExample = (sent: unknown) => unknown;

/** Converts a parameter, which is text in a request, to the type in its schema. */
function asParameter(field: AnyField): WriteExample {
  const isList = field.describe('request').type === 'array';
  return (sent) => written(field, isList ? [sent].flat() : sent);
}

/** Keeps a body unchanged, unless the field would convert the type of a value in it. */
function asBody(field: AnyField): WriteExample {
  return (sent) => (isOfSameTypes(sent, written(field, sent)) ? sent : undefined);
}

function written(field: AnyField, sent: unknown): unknown {
  const value = field.parse(sent);
  return value instanceof Issues || value instanceof Issue ? undefined : JSON.parse(field.write(value));
}

function isOfSameTypes(sent: unknown, read: unknown): boolean {
  if (Array.isArray(sent))
    return Array.isArray(read) && sent.every((each, at) => isOfSameTypes(each, read[at]));
  if (!isRecord(sent)) return typeof sent === typeof read;
  if (!isRecord(read)) return false;
  return Object.keys(sent).every(
    (name) => !Object.hasOwn(read, name) || isOfSameTypes(sent[name], read[name]),
  );
}

/** The tag of endpoints that have none. */
export const DEFAULT_TAG = 'default';

/** The tags in use: first in the order in which the contract lists them, then in that of its endpoints. */
function tagsOf({ tags = [], endpoints, pages = {} }: Contract): string[] {
  const used = [...Object.values(endpoints), ...Object.values(pages)].map(({ tag = DEFAULT_TAG }) => tag);
  const named = tags.map((tag) => (typeof tag === 'string' ? tag : tag.name));
  return [...new Set([...named.filter((name) => used.includes(name)), ...used])];
}

/** The tags in use with their descriptions, as an OpenAPI document lists them. */
function describeTags(contract: Contract): JsonSchema[] {
  const described = new Map(
    (contract.tags ?? []).map((tag) => (typeof tag === 'string' ? [tag, {}] : [tag.name, tag])),
  );
  return tagsOf(contract).map((name) => ({ name, ...described.get(name) }));
}

/** The header with which requests ask for faults, if faults are enabled. */
const prefer: JsonSchema = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    'Faults on demand (RFC 7240): `code`, a status; `format=html`, a page as gateways send it; `delay`, up to 30 seconds; ' +
    '`cut=body`, a body that breaks off; `example`, the name of one. `Preference-Applied` in the reply names those it follows.',
  schema: { type: 'string' },
  examples: Object.fromEntries(
    ['code=429', 'code=502, format=html', 'delay=2', 'cut=body', 'code=503, delay=0.5'].map((value) => [
      value.replace(/[^a-z0-9]+/g, '-'),
      { value },
    ]),
  ),
};

const methods: readonly string[] = allMethods.map((method) => method.toLowerCase());

/** Adds the header for faults to each operation of a document. */
export function withFaults(document: JsonSchema): JsonSchema {
  const { paths } = document;
  return { ...document, paths: isRecord(paths) ? mapValues(paths, withHeader) : paths };
}

function withHeader(item: unknown): unknown {
  if (!isRecord(item)) return item;
  return mapValues(item, (operation, key) => {
    if (!methods.includes(key) || !isRecord(operation)) return operation;
    const { parameters } = operation;
    return { ...operation, parameters: [...(Array.isArray(parameters) ? parameters : []), prefer] };
  });
}
