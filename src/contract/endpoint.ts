import type { AnyField, Field, ValueOf } from '../fields/field.ts';
import type { ObjectOf, Shape } from '../fields/object.ts';
import type { Credential } from './credential.ts';
import type { Refusal } from './refusal.ts';
import type { HandlerReply } from './reply.ts';

/** A service as data: what it is called, and its endpoints under their names. */
export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: License;
  /** Whom to ask about the service. */
  readonly contact?: Contact;
  /** The tags of the endpoints, in the order in which people read of them, each alone or with a description. */
  readonly tags?: readonly (string | Tag)[];
  readonly endpoints: Endpoints;
  /** Routes of the engine that the document lists with the endpoints. */
  readonly pages?: Endpoints;
  /** The OpenAPI document to be shown, where the contract was made of one. */
  readonly document?: Readonly<Record<string, unknown>>;
}

export type Endpoints = Readonly<Record<string, Endpoint>>;

/** A licence by its name and its [SPDX identifier](https://spdx.org/licenses/). */
export interface License {
  readonly name: string;
  readonly identifier?: string;
}

export interface Contact {
  readonly name?: string;
  readonly url?: string;
  readonly email?: string;
}

export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** One row of a contract: everything there is to know of an endpoint but what its handler does. */
export interface Endpoint {
  readonly method: Method;
  /** As requests must spell it; `{name}` stands for a parameter. */
  readonly path: `/${string}`;
  readonly tag?: string;
  /** Its purpose in a few words. */
  readonly summary: string;
  /** The same in a sentence or more. */
  readonly description?: string;
  /** The parameters of the path. */
  readonly params?: Shape;
  /** The path is decoded before it is looked for, so that none of its parameters holds a slash. */
  readonly decodesPath?: boolean;
  /** The parameters of the query. A list takes every value of its name, any other field the last one. */
  readonly query?: Shape;
  readonly headers?: Shape;
  readonly cookies?: Shape;
  readonly body?: Body;
  /** The body that a request of this media type brings, where that is another. */
  readonly otherBody?: (contentType: string) => Body | undefined;
  readonly credential?: Credential;
  readonly reply: Success;
  /** The details of what the handler itself may refuse, by status. */
  readonly refusals?: Refusals;
  /** Requests, and the status that each of them gets. */
  readonly examples?: readonly Example[];
}

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/**
 * The body of a request: JSON that a field reads, a form, the bytes as they come, or any body of any type at which
 * nobody looks (`unread`).
 */
export type Body = AnyField | FormBody | 'bytes' | 'unread';

/** The fields of a form, sent as `multipart/form-data` or, where none is a file, as `application/x-www-form-urlencoded`. */
export interface FormBody<S extends Shape = Shape> {
  readonly form: S;
  /** Takes an empty text for a value; unless set, the field was left blank. */
  readonly emptyTexts?: boolean;
  /** Reads the fields that are not declared, too. */
  readonly others?: boolean;
}

/** Declares a form as the body of a request. */
export function form<const S extends Shape>(fields: S): FormBody<S> {
  return { form: fields };
}

/** The reply to a request with which nothing is wrong: a body, or with 204 none. */
export type Success = SuccessWithBody | SuccessWithoutBody;

export interface SuccessWithBody {
  readonly status: 200 | 201 | 202 | 203 | 206 | 207 | 208 | 226;
  readonly body: AnyField;
  /** The media type of the body where it is not JSON. */
  readonly mediaType?: string;
  /** The headers that the handler sets. */
  readonly headers?: Shape;
}

export interface SuccessWithoutBody {
  readonly status: 204;
  readonly headers?: Shape;
}

export type Refusals = Readonly<Record<number, AnyField>>;

/** The parts of a request as a client would give them to its HTTP library. */
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
  B extends Field<infer Value>
    ? Value
    : B extends FormBody<infer S>
      ? ObjectOf<S>
      : B extends 'bytes'
        ? Uint8Array
        : undefined;

/** The output of a handler that accepts: the body, with the headers that the endpoint declares. */
export type Output<E extends Endpoint> = E['reply'] extends { headers: infer Headers extends Shape }
  ? HandlerReply<BodyOfReply<E>, ObjectOf<Headers>>
  : BodyOfReply<E>;

/** The body of the reply to an accepted request. */
export type BodyOfReply<E extends Endpoint> = E['reply'] extends { body: infer F } ? ValueOf<F> : undefined;

/** The refusals of a handler: a status that the contract declares, with the detail declared for it. */
export type RefusalOf<E extends Endpoint> = {
  [Status in keyof E['refusals'] & number]: Refusal<Status, ValueOf<E['refusals'][Status]>>;
}[keyof E['refusals'] & number];

/** Declares an endpoint. */
export function endpoint<const E extends Endpoint>(row: E): E {
  return row;
}
