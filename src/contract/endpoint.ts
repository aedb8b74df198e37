import type { Issue, Issues, Path } from '../errors/issue.ts';
import { type AnyField, type Field, type GivenOf, isField, type ValueOf } from '../fields/field.ts';
import type { ObjectOf, Shape } from '../fields/object.ts';
import { checkNoMore } from '../text/options.ts';
import type { Credential } from './credential.ts';
import type { Context, Refusal } from './outcome.ts';
import type { AnySuccess, OutputOf, Succeeding, SuccessBody, SuccessStatus } from './success.ts';

/** A service as data: its title and version, and its endpoints by name. */
export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: License;
  /** The people to ask about the service. */
  readonly contact?: Contact;
  /** The tags of the endpoints, in the order of the documentation; each a name, or a name with a description. */
  readonly tags?: readonly (string | Tag)[];
  readonly endpoints: Endpoints;
  /** Built-in routes that the OpenAPI document lists with the endpoints. */
  readonly pages?: Endpoints;
  /** The OpenAPI document to serve, if the contract was made from one. */
  readonly document?: Readonly<Record<string, unknown>>;
  /**
   * Loads what serves that document. Other contracts need none of its code.
   * @internal
   */
  readonly loadServed?: () => Promise<object>;
}

export type Endpoints = Readonly<Record<string, Endpoint>>;

/** A license, by name and [SPDX identifier](https://spdx.org/licenses/). */
interface License {
  readonly name: string;
  readonly identifier?: string;
}

interface Contact {
  readonly name?: string;
  readonly url?: string;
  readonly email?: string;
}

export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** One endpoint of a contract: everything but its handler. */
export interface Endpoint extends Succeeding {
  readonly method: Method;
  /** Exactly as requests must send it; `{name}` is a parameter. */
  readonly path: `/${string}`;
  readonly tag?: string;
  /** Its purpose in a few words. */
  readonly summary: string;
  /** Its purpose in a sentence or more. */
  readonly description?: string;
  /** The parameters of the path. */
  readonly params?: Shape;
  /**
   * Decodes the path before it is matched, so that no parameter can contain a slash.
   * @internal
   */
  readonly decodesPath?: boolean;
  /** The parameters of the query. A list takes every value of its name, any other field only the last. */
  readonly query?: Shape;
  /**
   * Checks the query as a whole, after its fields.
   * @internal
   */
  readonly checkQuery?: (pairs: QueryPairs) => Issues | undefined;
  readonly headers?: Shape;
  readonly cookies?: Shape;
  readonly body?: Body;
  /**
   * Returns the body to read for a media type, if it is not `body`.
   * @internal
   */
  readonly otherBody?: (contentType: string) => Body | undefined;
  /**
   * The media types that a body may have, ranges included; without them, a body that is not parsed may have any.
   * @internal
   */
  readonly bodyTypes?: readonly string[];
  /**
   * Finds the secrets in each part of a request, for fields that do not describe them or would take long to.
   * @internal
   */
  readonly declaredSecrets?: () => DeclaredSecrets;
  readonly credential?: Credential;
  /** Limits of its own, instead of those of the app. */
  readonly limits?: EndpointLimits;
  /** The errors that the handler returns with `refuse`: for each status, a field for its detail. */
  readonly refusals?: Refusals;
  /** Example requests, each with the status of its reply, for the documentation and the test cases. */
  readonly examples?: readonly Example[];
}

/** The names and values of a query, in order. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** The secrets of a request, by its parts: `path`, `query`, `header`, `cookie`, `body`. */
export type DeclaredSecrets = ReadonlyMap<string, Secrets>;

/** The secrets of a part of a request, which errors do not repeat. */
export interface Secrets {
  /** True if the whole part is one. */
  readonly isWhole: boolean;
  /** The names of the secret values and properties, at any depth. */
  readonly names: ReadonlySet<string>;
}

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Methods that every path answers by itself, but that a document may declare. */
const methodsOfAll = ['HEAD', 'OPTIONS'] as const;
export const allMethods = [...methods, ...methodsOfAll] as const;
export type Method = (typeof allMethods)[number];

/**
 * The body of a request: JSON for a field to parse, or for an object of these fields, a form, raw bytes, or a body of any type that
 * is never looked at (`unread`).
 */
export type Body = AnyField | Shape | FormBody | 'bytes' | 'unread';

/** The fields of a form, sent as `multipart/form-data` or, if none is a file, as `application/x-www-form-urlencoded`. */
export interface FormBody<S extends Shape = Shape> {
  readonly form: S;
  /**
   * Reads the form as a model of FastAPI: an empty text is a value, not a blank field, and an issue about a missing field shows all
   * that was sent.
   */
  readonly isModel?: boolean;
  /** Also reads fields that are not declared, each by this field or to forbid it. */
  readonly others?: AnyField | 'forbid' | undefined;
  /** May be left out. An empty body then is not read as a form without fields. */
  readonly isOptional?: boolean;
}

/**
 * Declares a form as the body of a request.
 *
 * @example
 * const upload = endpoint({
 *   method: 'POST',
 *   path: '/photos',
 *   summary: 'Upload a photo',
 *   body: form({ title: text(), photo: file({ maxBytes: 1_000_000 }) }),
 *   reply: { status: 201, body: object({ title: text() }) },
 * });
 * upload.method // 'POST'
 */
export function form<const S extends Shape>(fields: S): FormBody<S> {
  checkNoMore('form()', arguments, 1);
  return { form: fields };
}

export function isForm(body: Body | undefined): body is FormBody {
  // An object may have a property of that name. The fields of a document's form are read when they are needed, and not here.
  return isObject(body) && 'form' in body && (typeof body.isOptional === 'boolean' || !isField(body.form));
}

/** Tells whether a body is declared by the fields of an object. */
export function isShape(body: Body | undefined): body is Shape {
  return isObject(body) && !Array.isArray(body) && !isField(body) && !isForm(body);
}

function isObject(body: Body | undefined): body is AnyField | Shape | FormBody {
  return typeof body === 'object' && body !== null;
}

/** The limits that an endpoint may have of its own. */
export interface EndpointLimits {
  /** Bytes of a body. */
  readonly body?: number;
  /** Levels of nesting in a JSON body; at most 1,000. */
  readonly depth?: number;
  /** The time that its handler may take, in milliseconds. */
  readonly handlerTimeout?: number;
}

type Refusals = Readonly<Record<number, AnyField>>;

/** An example request, in the parts that a client gives to its HTTP library, and the status of its reply. */
export interface Example {
  readonly title: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
}

/** The input of a handler: every declared part of the request, parsed. */
export interface Input<E extends Endpoint> {
  readonly params: PartOf<E['params']>;
  readonly query: PartOf<E['query']>;
  readonly headers: PartOf<E['headers']>;
  readonly cookies: PartOf<E['cookies']>;
  readonly body: BodyOf<E['body']>;
  /** The value that the check of the credential returned. */
  readonly credential: E['credential'] extends Credential<infer Value> ? Value : undefined;
}

type PartOf<Part> = Part extends Shape ? ObjectOf<Part> : undefined;

type BodyOf<B> =
  B extends Field<infer Value, infer _>
    ? Value
    : B extends FormBody<infer S>
      ? ObjectOf<S> | (B extends { readonly isOptional: true } ? undefined : never)
      : B extends 'bytes'
        ? Uint8Array
        : PartOf<B>;

/** What a handler may refuse with: a status that the contract declares, with the detail declared for it. */
type RefusalOf<E extends Endpoint> = {
  [Status in keyof E['refusals'] & number]: Refusal<Status, GivenOf<E['refusals'][Status]>>;
}[keyof E['refusals'] & number];

/**
 * Declares an endpoint, and keeps its exact type for the handler.
 *
 * @example
 * const getLamp = endpoint({
 *   method: 'GET',
 *   path: '/lamps/{id}',
 *   summary: 'Get a lamp',
 *   params: { id: integer() },
 *   reply: { status: 200, body: object({ id: integer() }) },
 *   refusals: { 404: text() },
 * });
 * getLamp.path // '/lamps/{id}'
 */
export function endpoint<const E extends Endpoint>(declared: E & NothingElse<E>): E {
  checkNoMore('endpoint()', arguments, 1);
  return declared;
}

/** Refuses properties that an endpoint doesn't have. TypeScript lets them through where a type is inferred. */
export type NothingElse<E extends Endpoint> = Without<Exclude<keyof E, keyof Endpoint>> &
  (E['reply'] extends object ? { readonly reply: Declared<E['reply']> } : unknown) &
  (E['replies'] extends object
    ? { readonly replies: { readonly [Status in keyof E['replies']]: Declared<E['replies'][Status]> } }
    : unknown) &
  (E['examples'] extends readonly (infer Each)[]
    ? { readonly examples: readonly Without<UnknownIn<Each>>[] }
    : unknown);

type Declared<Reply> = Without<Exclude<keyof Reply, keyof AnySuccess>>;

type UnknownIn<Each> = Each extends unknown ? Exclude<keyof Each, keyof Example> : never;

export type Without<Name extends PropertyKey> = { readonly [N in Name]: never };

/** A function that answers the requests of an endpoint with its output or a refusal, or a promise of either. */
export type Handler<E extends Endpoint> = (
  input: Input<E>,
  context: Context,
) => Result<E> | Promise<Result<E>>;

type Result<E extends Endpoint> = OutputOf<E> | RefusalOf<E>;

/** A handler of any endpoint. */
export type AnyHandler = { handle(input: AnyInput, context: Context): unknown }['handle'];

/** The input of any handler. */
export type AnyInput = { readonly [Part in keyof Input<Endpoint>]: unknown };

/** A handler for each endpoint of a contract, by name. */
export type Handlers<C extends Endpoints> = { readonly [Name in keyof C]: Handler<C[Name]> };

/** The body of every error. */
export interface ErrorBody<Detail = string> {
  readonly detail: Detail;
}

/** One entry of the automatic 422: one invalid value, its place and its mistake. */
export interface ValidationError {
  readonly type: string;
  readonly loc: Path;
  readonly msg: string;
  readonly input: unknown;
}

/** The body of the automatic 422. */
export type ValidationErrors = ErrorBody<readonly ValidationError[]>;

/** The body of each reply of a contract, by the endpoint's name and by status. */
export type RepliesOf<C extends Endpoints> = { readonly [Name in keyof C]: RepliesByStatus<C[Name]> };

type RepliesByStatus<E extends Endpoint> = {
  readonly [Status in StatusOf<E>]: SuccessBody<E, Status> | RefusedByHandler<E, Status> | Refused<E, Status>;
};

type StatusOf<E extends Endpoint> =
  | SuccessStatus<E>
  | (keyof E['refusals'] & number)
  | keyof RefusedAutomatically<E>;

type RefusedByHandler<E extends Endpoint, Status> = Status extends keyof E['refusals']
  ? ErrorBody<ValueOf<E['refusals'][Status]>>
  : never;

type Refused<E extends Endpoint, Status> = Status extends keyof RefusedAutomatically<E>
  ? RefusedAutomatically<E>[Status]
  : never;

/** The errors that are possible before the handler is called. */
type RefusedAutomatically<E extends Endpoint> = { 413: ErrorBody } & (E['credential'] extends object
  ? { 401: ErrorBody }
  : unknown) &
  (IsParsed<E> extends true
    ? { 400: ErrorBody; 415: ErrorBody; 422: ValidationErrors }
    : (E['params'] extends object ? { 400: ErrorBody } : unknown) &
        (MayRefuse<E['query']> | MayRefuse<E['headers']> extends false
          ? unknown
          : { 422: ValidationErrors }));

type IsParsed<E extends Endpoint> = E['body'] extends AnyField | FormBody | Shape ? true : false;

/** Resolves to true if a part has a value that may be refused, rather than passed to the handler with its issues. */
type MayRefuse<Part> = Part extends object
  ? { [Name in keyof Part]: Issue extends ValueOf<Part[Name]> ? false : true }[keyof Part]
  : false;
