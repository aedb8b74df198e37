import type { Endpoint } from '../contract/endpoint.ts';
import { routedPath } from '../contract/path.ts';
import { type Issue, Issues, reason } from '../errors/issue.ts';
import { isRecord } from '../fields/values.ts';
import { essenceOf } from '../http/media.ts';
import { VALIDATION_ERROR } from '../openapi/fastapi.ts';
import { Flaw } from '../text/json/flaw.ts';
import { MAX_DEPTH, readJsonInSteps } from '../text/json/reader.ts';
import { ensure } from '../text/memo.ts';
import type { Steps } from '../text/turns.ts';
import type { ReadInSteps } from './ahead.ts';
import { openApiDialect } from './dialect.ts';
import { FieldReader } from './fields.ts';
import { type Located, partsOf, textIn, within } from './located.ts';
import { References } from './references.ts';
import { isForm, isJson, partsOfSchema, propertiesOf } from './schema.ts';
import { walkThroughAll } from './walk.ts';

/** A reply, with the parts that a document says something about. */
export interface JudgedReply {
  readonly status: number;
  /** Returns the value of a header, by its lower-case name. */
  readonly header: (name: string) => string | null | undefined;
  readonly body: string;
  /** True if the request asked for no body, as HEAD does. */
  readonly isBodiless?: boolean;
}

/** A mistake in a reply: what is wrong, and the place of it, such as `body.id`. */
export interface ReplyMistake {
  readonly place: string;
  /** A clause such as `the body has no id`. */
  readonly what: string;
}

/** A link from a reply to an operation that takes parameters from it. */
interface Link {
  readonly operation: string;
  /** Runtime expressions, such as `$response.body#/id`, by the names of parameters. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The replies that one operation declares. */
export interface ReplyDeclarations {
  /** The statuses as the document writes them: `200`, `4XX`, `default`. */
  readonly statuses: readonly string[];
  /** Tells whether a status is declared: itself, by its range, or by `default`. */
  declares(status: number): boolean;
  /** Tells whether the errors of a status are in the format of FastAPI. */
  hasEntries(status: number): boolean;
  /** Finds the first thing about a reply that its declaration does not allow, in steps; undefined if there is none, or no declaration. */
  mistake(reply: JudgedReply): Steps<ReplyMistake | undefined>;
  /** The links of the response to a status. */
  links(status: number): readonly Link[];
  /** The names of the properties that the body of a request may have, by its preferred media type. */
  bodyProperties(): readonly string[];
  /** Recognizes a page in HTML, where the operation declares none. */
  pageMistake(reply: JudgedReply): ReplyMistake | undefined;
}

/** Finds the replies that an operation declares; undefined for a path and method that the document does not have. */
export type FindDeclarations = (endpoint: Pick<Endpoint, 'method' | 'path'>) => ReplyDeclarations | undefined;

/** Reads the replies that a document declares. Values are judged exactly as their schemas say. */
export function declaredReplies(document: Readonly<Record<string, unknown>>): FindDeclarations {
  const references = new References(
    { root: '', byAddress: new Map([['', document]]) },
    walkThroughAll([{ value: document, at: '#' }]),
  );
  const reader = new FieldReader(references, {
    values: 'strict',
    dialect: openApiDialect,
    isExact: true,
    isReply: true,
  });
  const operations = new Map<string, Located>();
  for (const [path, part] of partsOf(within(references.root, 'paths')))
    for (const [method, operation] of partsOf(references.follow(part)))
      ensure(operations, keyOf(method, routedPath(path)), () => operation);
  const known = new Map<string, ReplyDeclarations>();
  const bodies = new Map<string, ReadInSteps>();
  const bodyOf: BodyOf = (schema) => ensure(bodies, schema.at, () => reader.stepsParserOf(schema));
  return ({ method, path }) => {
    const key = keyOf(method, path);
    const operation = operations.get(key);
    return operation && ensure(known, key, () => repliesOf(operation, reader, bodyOf));
  };
}

function keyOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Returns the function that reads the values of a schema, which is made once. */
type BodyOf = (schema: Located) => ReadInSteps;

function repliesOf(operation: Located, reader: FieldReader, bodyOf: BodyOf): ReplyDeclarations {
  const responses = within(operation, 'responses');
  const byStatus = new Map(partsOf(responses).map(([status, part]) => [status.toUpperCase(), part]));
  const find = (status: number) =>
    byStatus.get(String(status)) ?? byStatus.get(`${String(status).charAt(0)}XX`) ?? byStatus.get('DEFAULT');
  const responseTo = (status: number) => {
    const found = find(status);
    return found && reader.references.follow(found);
  };
  return {
    statuses: partsOf(responses).map(([status]) => status),
    declares: (status) => find(status) !== undefined,
    hasEntries(status) {
      const found = responseTo(status);
      return found !== undefined && isOfFastapi(found);
    },
    links(status) {
      const links = partsOf(within(responseTo(status) ?? nothing, 'links'));
      return links.map(([, part]) => linkOf(reader.references.follow(part)));
    },
    bodyProperties: () => propertiesIn(within(operation, 'requestBody'), reader.references),
    pageMistake({ status, header }) {
      const isPage = essenceOf(header('content-type') ?? '') === 'text/html';
      return isPage && find(status) === undefined && !hasPages(responses, reader)
        ? { place: 'content type', what: 'the content type is text/html, which is not declared' }
        : undefined;
    },
    *mistake(reply) {
      const response = responseTo(reply.status);
      return (
        response &&
        (headerMistake(response, reply, reader) ?? (yield* contentMistake(response, reply, bodyOf)))
      );
    },
  };
}

function propertiesIn(requestBody: Located, references: References): string[] {
  const content = partsOf(within(references.follow(requestBody), 'content'));
  const [, media] = content.find(([type]) => isJson(type)) ?? content.find(([type]) => isForm(type)) ?? [];
  if (!media) return [];
  return propertiesOf(partsOfSchema(within(media, 'schema'), references)).map(({ name }) => name);
}

const nothing: Located = { value: undefined, at: '' };

function linkOf(link: Located): Link {
  const { value: parameters } = within(link, 'parameters');
  return {
    operation: textIn(link, 'operationId') ?? '',
    parameters: isRecord(parameters) ? parameters : {},
  };
}

/** Tells whether any response of an operation is declared as something else than JSON, or with any type. */
function hasPages(responses: Located, reader: FieldReader): boolean {
  return partsOf(responses).some(([, part]) =>
    partsOf(within(reader.references.follow(part), 'content')).some(([type]) => !isJson(type)),
  );
}

/** Recognizes the schema that FastAPI gives to its validation errors. */
function isOfFastapi(response: Located): boolean {
  return partsOf(within(response, 'content')).some(([, media]) =>
    textIn(within(media, 'schema'), '$ref')?.endsWith(`/${VALIDATION_ERROR}`),
  );
}

function headerMistake(response: Located, { header }: JudgedReply, reader: FieldReader) {
  for (const [name, part] of partsOf(within(response, 'headers'))) {
    const declared = reader.references.follow(part);
    const value = header(name.toLowerCase()) ?? undefined;
    const place = `header.${name}`;
    if (value === undefined && within(declared, 'required').value === true)
      return { place, what: `the header ${name} is missing` };
    const issue = value === undefined ? undefined : issueOf(value, within(declared, 'schema'), reader);
    if (issue) return { place, what: `the header ${name} ${reason(issue)}` };
  }
  return undefined;
}

/** A header of several values, or of an object, is not read. */
function issueOf(text: string, schema: Located, reader: FieldReader): Issue | undefined {
  const { type } = Object(reader.references.follow(schema).value);
  if (!['string', 'integer', 'number', 'boolean'].includes(type)) return undefined;
  const value = reader.textFieldOf(schema).parse(text);
  return value instanceof Issues ? value.all[0] : undefined;
}

/** Statuses whose replies never have a body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function* contentMistake(
  response: Located,
  reply: JudgedReply,
  bodyOf: BodyOf,
): Steps<ReplyMistake | undefined> {
  const content = partsOf(within(response, 'content'));
  if (content.length === 0 || reply.isBodiless || bodiless.has(reply.status)) return undefined;
  const type = essenceOf(reply.header('content-type') ?? '');
  const types = content.map(([each]) => each).join(' or ');
  const found = mediaFor(type, content);
  if (reply.body === '' && content.every(([each]) => isJson(each)))
    return { place: 'body', what: `the body is empty instead of ${types}` };
  if (type === '') return { place: 'content type', what: `there is no content type, instead of ${types}` };
  if (!found) return { place: 'content type', what: `the content type is ${type} instead of ${types}` };
  return isJson(type) ? yield* jsonMistake(reply.body, bodyOf(within(found, 'schema'))) : undefined;
}

/** Finds the declaration of a media type: the same type, or else the narrowest range. */
function mediaFor(type: string, content: readonly (readonly [string, Located])[]): Located | undefined {
  const [group = ''] = type.split('/', 1);
  const ranges = [type, `${group}/*`, '*/*'];
  for (const range of ranges) {
    const found = content.find(([declared]) => essenceOf(declared) === range);
    if (found) return found[1];
  }
  return undefined;
}

function* jsonMistake(body: string, parse: ReadInSteps): Steps<ReplyMistake | undefined> {
  const value = yield* readJsonInSteps(body, MAX_DEPTH);
  if (value instanceof Flaw) return { place: 'body', what: 'the body is not JSON' };
  const result = yield* parse(value);
  if (!(result instanceof Issues)) return undefined;
  const [issue] = result.all;
  const place = ['body', ...issue.path].join('.');
  return { place, what: issue.type === 'missing' ? `${place} is missing` : `${place} ${reason(issue)}` };
}
