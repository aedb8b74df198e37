import type { AnyField, GivenOf, ValueOf } from '../fields/field.ts';
import type { GivenObject, ObjectOf, Shape } from '../fields/object.ts';
import { isRecord } from '../fields/values.ts';
import { defined } from '../text/guards.ts';
import { isFieldName, isFieldValue, isOfHost } from '../text/strings.ts';
import type { HandlerReply } from './outcome.ts';

/** The reply to a valid request: a status, and its body or none. */
export type Success = SuccessWithBody | SuccessWithBytes | SuccessWithoutBody;

interface SuccessWithBody {
  readonly status: StatusWithBody;
  /** The field of the body, or the fields of an object. */
  readonly body: AnyField | Shape;
  /** The media type of the body, unless it is JSON. */
  readonly mediaType?: string;
  /** The headers that the handler sets. */
  readonly headers?: Shape;
}

/** A reply of bytes, at once or in pieces. */
interface SuccessWithBytes {
  readonly status: StatusWithBody;
  readonly body: 'bytes';
  /** The media type of the body; by default `application/octet-stream`. */
  readonly type?: string;
  readonly headers?: Shape;
}

interface SuccessWithoutBody {
  readonly status: 204 | 205 | StatusOfRedirect;
  readonly headers?: Shape;
}

type StatusWithBody = 200 | 201 | 202 | 203 | 206 | 207 | 208 | 226 | Exclude<StatusOfRedirect, 304>;
type StatusOfRedirect = 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;

/** Several replies to valid requests, by status. */
type Replies = Readonly<Record<number, ReplyOfStatus>>;

/** One of several replies: its body, unless it has none, and its headers. */
type ReplyOfStatus =
  | Omit<SuccessWithBody, 'status'>
  | Omit<SuccessWithBytes, 'status'>
  | Omit<SuccessWithoutBody, 'status'>;

/** The bytes of a reply, or what they are read from while it is sent. */
export type Bytes = Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

/** The part of an endpoint that declares its replies to valid requests. */
export interface Succeeding {
  /** The reply to a valid request. */
  readonly reply?: Success;
  /** Other replies to valid requests, or all of them, by status; the handler chooses with `reply(body, { status })`. */
  readonly replies?: Replies;
}

/** A declared reply, with everything that it may have. */
export interface AnySuccess {
  readonly status: number;
  readonly body?: AnyField | Shape | 'bytes';
  readonly mediaType?: string;
  readonly type?: string;
  readonly headers?: Shape;
}

/** Lists the replies that an endpoint declares. The first is the usual one: `reply`, or the one with the lowest status. */
export function successesOf({ reply, replies = {} }: Succeeding): readonly AnySuccess[] {
  const others = Object.entries(replies).map(([status, each]) => ({ ...each, status: Number(status) }));
  return reply ? [reply, ...others] : others;
}

/** Returns the usual reply of an endpoint that has no mistakes. */
export function usualSuccess(endpoint: Succeeding): AnySuccess {
  const [usual] = successesOf(endpoint);
  return defined(usual);
}

/** Returns the media type of the body of a reply, as it is sent. */
export function mediaTypeOf({ body, mediaType, type }: AnySuccess): string {
  return type ?? mediaType ?? (body === 'bytes' ? 'application/octet-stream' : JSON_TYPE);
}

/** The media types of bodies. */
export const JSON_TYPE = 'application/json';
export const URLENCODED = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';

/** What a handler may return on success. */
export type OutputOf<E extends Succeeding> = OneOutput<E['reply']> | ChosenOutput<E['replies']>;

type OneOutput<S> = S extends Success
  ? S extends { readonly headers: infer Headers extends Shape }
    ? HandlerReply<GivenBody<S>, GivenObject<Headers>, S['status'] | undefined>
    : GivenBody<S>
  : never;

type ChosenOutput<R> = R extends Replies
  ? {
      [Status in keyof R & number]: HandlerReply<GivenBody<R[Status]>, HeadersOf<R[Status]>, Status>;
    }[keyof R & number]
  : never;

type HeadersOf<S> = S extends { readonly headers: infer Headers extends Shape }
  ? GivenObject<Headers>
  : undefined;

/** What a handler may give for the body of a reply. */
type GivenBody<S> = S extends { readonly body: infer Body }
  ? Body extends 'bytes'
    ? Bytes
    : Body extends Shape
      ? GivenObject<Body>
      : GivenOf<Body>
  : undefined;

/** The statuses of the replies to valid requests. */
export type SuccessStatus<E extends Succeeding> =
  | (E['reply'] extends Success ? E['reply']['status'] : never)
  | (E['replies'] extends Replies ? keyof E['replies'] & number : never);

/** The body of the reply to a valid request with this status, as a client reads it. */
export type SuccessBody<E extends Succeeding, Status> =
  | (E['reply'] extends { readonly status: Status } ? ReadBody<E['reply']> : never)
  | (E['replies'] extends { readonly [S in Status & number]: infer R } ? ReadBody<R> : never);

type ReadBody<S> = S extends { readonly body: infer Body }
  ? Body extends 'bytes'
    ? unknown
    : Body extends Shape
      ? ObjectOf<Body>
      : ValueOf<Body>
  : undefined;

/** Finds a mistake in the replies of an endpoint, as the end of a sentence about it. */
export function mistakenSuccess(endpoint: Succeeding): string | undefined {
  const { reply, replies } = endpoint;
  const odd = Object.keys(replies ?? {}).find((status) => !/^\d+$/.test(status));
  if (odd !== undefined) return `replies with ${odd}; it must be a status from 200 to 399`;
  const all = successesOf(endpoint);
  if (all.length === 0) return 'has no reply';
  return all.map(mistakeIn).find(Boolean) ?? (reply ? mistakenReply(reply, replies) : undefined);
}

function mistakeIn(success: AnySuccess): string | undefined {
  const { status } = success;
  if (!(Number.isInteger(status) && status >= 200 && status <= 399))
    return `replies with ${status}; it must be a status from 200 to 399`;
  const { mediaType, type } = success;
  if (!('body' in success))
    return (mediaType ?? type) === undefined
      ? undefined
      : `replies with ${status} without a body, but with a media type`;
  if (mediaType !== undefined && type !== undefined) return 'has a reply with both mediaType and type';
  if (bodiless.includes(status)) return `replies with ${status}, so its reply can't have a body`;
  return success.body === 'bytes' || isRecord(success.body)
    ? undefined
    : 'has a reply whose body is not a field';
}

/** The statuses whose replies never have a body. */
const bodiless: readonly number[] = [204, 205, 304];
const FIRST_REDIRECT = 300;

/** Finds a single reply without its body, which was forgotten, and one that is declared twice. */
function mistakenReply(reply: Success, replies: Replies = {}): string | undefined {
  const { status } = reply;
  if (Object.hasOwn(replies, status)) return `declares its reply ${status} twice`;
  if ('body' in reply || bodiless.includes(status) || status >= FIRST_REDIRECT) return undefined;
  return `replies with ${status} and needs a body in its reply`;
}

/** Finds a header that can't be set in the replies of an endpoint, or a media type that can't be sent. */
export function mistakenReplyHeader(endpoint: Succeeding): string | undefined {
  for (const { headers = {}, mediaType = '', type = '' } of successesOf(endpoint)) {
    for (const name of Object.keys(headers))
      if (!isFieldName(name) || isOfHost(name))
        return `replies with the header ${JSON.stringify(name)}, which can't be set`;
    for (const each of [mediaType, type])
      if (!isFieldValue(each)) return `replies with the media type ${JSON.stringify(each)}`;
  }
  return undefined;
}
