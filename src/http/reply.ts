import type { HeadersToSend, Refusal } from '../contract/outcome.ts';
import { JSON_TYPE } from '../contract/success.ts';
import type { Issues } from '../errors/issue.ts';
import { isFieldName, isFieldValue, isOfHost } from '../text/strings.ts';
import type { Content } from './content.ts';
import { meanings, phraseOf } from './phrases.ts';
import { failed } from './statuses.ts';

/** Writes our own header fields, given as alternating names and values. */
export function linesOf(...fields: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < fields.length; at += 2) lines += `${fields[at]}: ${fields[at + 1]}\r\n`;
  return lines;
}

/** Writes the header fields that a handler sets. One that could end a line or a reply early is a bug, and throws. */
export function headerLines(fields: HeadersToSend): string {
  let lines = '';
  for (const [name, values] of Object.entries(fields))
    for (const value of typeof values === 'string' ? [values] : values) {
      if (!isFieldName(name) || isOfHost(name) || !isFieldValue(value))
        throw new TypeError(`a reply can't have the header ${name}`);
      lines += `${name}: ${value}\r\n`;
    }
  return lines;
}

/** Splits our own header lines for a host that sets fields one by one. */
export function pairsOf(lines: string): (readonly [name: string, value: string])[] {
  return Array.from(lines.matchAll(/([^:]+): (.*)\r\n/g), ([, name = '', value = '']) => [name, value]);
}

/** Returns the last header line of every reply. */
export function idLine(id: string): string {
  return `X-Request-Id: ${id}\r\n`;
}

/** A reply: the only form in which anything leaves the core. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  /** The header lines. Most replies share theirs, and hosts need not assemble them again. */
  readonly headers: string;
  readonly body: Content;
  /** The entity tag of the body, for caches. */
  readonly etag?: string;
  /** What is wrong with the values of the request, if the reply says so in any format. */
  readonly issues?: Issues;
  /** The error, for writers of other formats. */
  readonly error?: unknown;
  /** Says the same with another status; undefined if that is not declared. */
  readonly as?: (status: number) => Reply | undefined;
  /** The header line that says what was wrong with the request, if it was answered all the same. */
  readonly warning?: string;
  /** Called with the reply once it is on its way. */
  readonly afterwards?: (sent: Reply) => unknown;
  /** True if the body should break off in the middle. */
  readonly isCut?: boolean;
}

/** A reply that a handler has made itself, instead of a value for its body. */
export class MadeReply {
  readonly reply: Reply;

  constructor(reply: Reply) {
    this.reply = reply;
  }
}

/** A reply whose body is text. */
export interface TextReply extends Reply {
  readonly body: string;
}

export const NOSNIFF = linesOf('X-Content-Type-Options', 'nosniff');
export const JSON_HEADERS = linesOf('Content-Type', JSON_TYPE) + NOSNIFF;
export const NO_STORE = linesOf('Cache-Control', 'no-store');
export const UNCACHED_JSON_HEADERS = JSON_HEADERS + NO_STORE;

/** Makes the reply to a refusal whose detail needs no field to write it. */
export function replyTo(refusal: Refusal): TextReply {
  return errorReply(refusal, JSON.stringify(refusal.detail) ?? 'null');
}

/** The same for a detail that may be just the name of the status: other formats then show its meaning. */
export function namedReplyTo(refusal: Refusal): TextReply {
  const { status, detail } = refusal;
  const error = detail === phraseOf(status) ? meanings[status] : detail;
  return errorReply(refusal, JSON.stringify(detail), error);
}

/** Makes the reply to a refusal, from its detail in JSON and the `error` for other formats. */
export function errorReply(refusal: Refusal, detail: string, error = refusal.detail): TextReply {
  return {
    kind: 'reply',
    status: refusal.status,
    headers: UNCACHED_JSON_HEADERS + headerLines(refusal.headers),
    body: `{"detail":${detail}}`,
    error,
  };
}

/** Makes a reply without a body, from alternating names and values of headers. */
export function bodiless(status: 204 | 307, headers: readonly string[]): TextReply {
  return { kind: 'reply', status, headers: NOSNIFF + linesOf(...headers), body: '' };
}

/** Makes a JSON reply that must not be cached, because it can change at any time. */
export function uncachedJson(body: string, status = 200): TextReply {
  return { kind: 'reply', status, headers: UNCACHED_JSON_HEADERS, body };
}

/** Makes the reply to a bug. It does not reveal the cause. */
export function bugReply(): TextReply {
  return namedReplyTo(failed);
}
