import type { Refusal } from '../contract/refusal.ts';
import type { Content } from './content.ts';
import { headerLines, linesOf } from './lines.ts';
import { failed } from './refusals.ts';
import { statuses } from './statuses.ts';

/** A reply: the only form in which anything leaves the core. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  /** The header fields, as lines: most replies share theirs, and a host need not put them together again. */
  readonly headers: string;
  readonly body: Content;
  /** Names the body, for clients that keep it. */
  readonly etag?: string;
  /** The error, for whoever writes it in another form. */
  readonly error?: unknown;
  /** Its body is to break off in the middle. */
  readonly isCut?: boolean;
}

/** A reply whose body is text. */
export interface TextReply extends Reply {
  readonly body: string;
}

export const NOSNIFF = linesOf('X-Content-Type-Options', 'nosniff');
export const JSON_HEADERS = linesOf('Content-Type', 'application/json') + NOSNIFF;
export const NO_STORE = linesOf('Cache-Control', 'no-store');
export const UNCACHED_JSON_HEADERS = JSON_HEADERS + NO_STORE;

/** The reply to a refusal whose detail needs no field to be written. */
export function replyTo(refusal: Refusal): TextReply {
  return errorReply(refusal, JSON.stringify(refusal.detail) ?? 'null');
}

/** The same where the detail may be no more than the name of the status: whoever wants a sentence gets its meaning. */
export function namedReplyTo(refusal: Refusal): TextReply {
  const status = statuses[refusal.status];
  const error = refusal.detail === status?.name ? status?.meaning : refusal.detail;
  return errorReply(refusal, JSON.stringify(refusal.detail), error);
}

/** The reply to a refusal, given its detail as JSON, and as whoever writes it in another form is to have it. */
export function errorReply(refusal: Refusal, detail: string, error = refusal.detail): TextReply {
  return {
    kind: 'reply',
    status: refusal.status,
    headers: UNCACHED_JSON_HEADERS + headerLines(refusal.headers),
    body: `{"detail":${detail}}`,
    error,
  };
}

/** A reply that is all in its headers, which are given as names and values in turn. */
export function bodiless(status: 204 | 307, headers: readonly string[]): TextReply {
  return { kind: 'reply', status, headers: NOSNIFF + linesOf(...headers), body: '' };
}

/** JSON that may not be true any more a moment later. */
export function uncachedJson(body: string): TextReply {
  return { kind: 'reply', status: 200, headers: UNCACHED_JSON_HEADERS, body };
}

/** The reply to a bug. It says nothing of the cause. */
export const bugReply = namedReplyTo(failed);
