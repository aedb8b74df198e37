import type { Endpoint } from '../contract/endpoint.ts';
import type { Refusal } from '../contract/refusal.ts';
import { isRecord } from '../fields/object.ts';
import type { Issues } from '../issues/issue.ts';
import type { Content } from './content.ts';
import { entityTag } from './etag.ts';
import type { Coding, PageFile } from './file.ts';
import { linesOf } from './lines.ts';
import type { RawBody } from './read.ts';
import { failed } from './refusals.ts';
import { sourceText, withSources } from './source-text.ts';
import { validationErrorWriter } from './validation-error.ts';

/** What goes back: the only form in which anything leaves the core. */
export interface Reply {
  readonly status: number;
  /** Its header fields, as lines: most replies share theirs, and a host need not put them together again. */
  readonly headers: string;
  readonly body: Content;
  /** Names the body, for clients that keep it. */
  readonly etag?: string;
}

/** A reply whose body is text. */
export interface TextReply extends Reply {
  readonly body: string;
}

/** Writes the replies of one endpoint. */
export interface Replier {
  accept(output: unknown): TextReply;
  /** `source` is the text of the body, for the value that is shown as it was written. */
  refuse(refusal: Refusal, source?: string): TextReply;
  /** The automatic 422. */
  reject(issues: Issues, body?: RawBody): Reply;
}

const NOSNIFF = linesOf('X-Content-Type-Options', 'nosniff');
const JSON_HEADERS = linesOf('Content-Type', 'application/json') + NOSNIFF;
const NO_STORE = linesOf('Cache-Control', 'no-store');
const UNCACHED_JSON_HEADERS = JSON_HEADERS + NO_STORE;

/** Compiles what the contract says of an endpoint's replies. */
export function replier(endpoint: Endpoint): Replier {
  const { reply, refusals, credential } = endpoint;
  const headers = JSON_HEADERS + (credential ? NO_STORE : '') + linesOf(...(reply.headers ?? []));
  const { status, mediaType } = reply;
  const reject = validationErrorWriter(endpoint);
  return {
    accept(output) {
      const body = reply.body.write(output);
      return mediaType ? document(mediaType, body, reply.headers) : { status, headers, body };
    },
    refuse(refusal, source) {
      const detail = refusals?.[refusal.status];
      if (!detail || !isRecord(refusal.detail)) return replyTo(refusal);
      return errorReply(refusal, detail.write(withSources(refusal.detail, sourceText(source))));
    },
    reject: (issues, body) => ({ status: 422, headers: UNCACHED_JSON_HEADERS, body: reject(issues, body) }),
  };
}

/** The reply to a refusal whose detail is a sentence. */
export function replyTo(refusal: Refusal): TextReply {
  return errorReply(refusal, JSON.stringify(refusal.detail));
}

/** A reply of which the headers say all. */
export function bodiless(status: 204 | 307, headers: readonly string[]): TextReply {
  return { status, headers: NOSNIFF + linesOf(...headers), body: '' };
}

/** JSON that may not be true any more a moment later. */
export function uncachedJson(body: string): TextReply {
  return { status: 200, headers: UNCACHED_JSON_HEADERS, body };
}

/** A text that is the same for everyone. Whoever keeps it has to ask whether it still is. */
export function document(mediaType: string, body: string, headers: readonly string[] = []): TextReply {
  const etag = entityTag(body);
  const kept = ['Cache-Control', 'no-cache', 'ETag', etag];
  return {
    status: 200,
    headers: linesOf('Content-Type', mediaType, ...kept, ...headers) + NOSNIFF,
    body,
    etag,
  };
}

/** A file under a name that says what is in it: it can be kept for good. */
export function fileReply(file: PageFile, coding: Coding, body: Uint8Array): Reply {
  const etag = `"${file.tag}-${coding}"`;
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding];
  const kept = [
    'Cache-Control',
    'public, max-age=31536000, immutable',
    'Vary',
    'Accept-Encoding',
    'ETag',
    etag,
  ];
  return {
    status: 200,
    headers: linesOf('Content-Type', file.mediaType, ...coded, ...kept) + NOSNIFF,
    body,
    etag,
  };
}

/** The reply to a bug. Of its cause it says nothing. */
export const bugReply = replyTo(failed);

function errorReply({ status, headers }: Refusal, detail: string): TextReply {
  return { status, headers: UNCACHED_JSON_HEADERS + linesOf(...headers), body: `{"detail":${detail}}` };
}
