import type { Endpoint, Success } from '../contract/endpoint.ts';
import type { Refusal } from '../contract/outcome.ts';
import { HandlerReply } from '../contract/outcome.ts';
import { type Issues, reason } from '../errors/issue.ts';
import type { AnyField } from '../fields/field.ts';
import type { Shape } from '../fields/object.ts';
import { isRecord } from '../fields/values.ts';
import type { ErrorFormat } from './error-format.ts';
import { headerLines, linesOf } from './lines.ts';
import type { RawBody } from './raw-body.ts';
import {
  errorReply,
  JSON_HEADERS,
  NO_STORE,
  NOSNIFF,
  type Reply,
  replyTo,
  type TextReply,
  UNCACHED_JSON_HEADERS,
} from './reply.ts';
import { withSources } from './source-text.ts';
import { validationErrorWriter } from './validation-error.ts';

/** The writers of an endpoint's replies. */
interface Replier {
  accept(output: unknown): TextReply;
  /** Takes the text of the body as `source`, to show values as they were written. */
  refuse(refusal: Refusal, source?: string): TextReply;
  /** Makes the automatic 422. */
  reject(issues: Issues, body?: RawBody): Reply;
}

/** Compiles the replies that an endpoint declares. */
export function replier(endpoint: Endpoint, errors: ErrorFormat): Replier {
  const { refusals = {} } = endpoint;
  const writeErrors = validationErrorWriter(endpoint, errors);
  return {
    accept: accepter(endpoint),
    refuse(refusal, source) {
      const field = Object.hasOwn(refusals, refusal.status) ? refusals[refusal.status] : undefined;
      if (!field) return replyTo(refusal);
      const { detail } = refusal;
      const shown = isRecord(detail) ? withSources(detail, source) : detail;
      return errorReply(refusal, writeOutput(field, shown));
    },
    reject: (issues, body) => ({
      kind: 'reply',
      status: 422,
      headers: UNCACHED_JSON_HEADERS,
      body: writeErrors(issues, body),
      error: issues,
    }),
  };
}

/** Compiles the reply to an accepted request. */
function accepter({ reply, credential }: Endpoint): Replier['accept'] {
  const { status } = reply;
  const headers = successHeaders(reply) + (credential ? NO_STORE : '');
  const write = (output: unknown) => ('body' in reply ? writeOutput(reply.body, output) : '');
  if (!reply.headers) return (output) => ({ kind: 'reply', status, headers, body: write(output) });
  const writeHeaders = headerWriter(reply.headers);
  return (output) => {
    if (!(output instanceof HandlerReply)) throw new TypeError('the handler did not set its headers');
    const lines = headers + writeHeaders(output.headers);
    return { kind: 'reply', status, headers: lines, body: write(output.body) };
  };
}

/** Writes an output of the handler. One that the field would refuse is a bug, and throws. */
function writeOutput(field: AnyField, output: unknown): string {
  const text = field.writeValid(output);
  if (typeof text === 'string') return text;
  throw new TypeError(`The output of the handler does not fit: ${inWords(text)}`);
}

function inWords({ all }: Issues): string {
  return all.map((issue) => `${issue.path.join('.') || 'it'} ${reason(issue)}`).join(', ');
}

function successHeaders(reply: Success): string {
  if (!('body' in reply)) return NOSNIFF;
  return reply.mediaType === undefined ? JSON_HEADERS : linesOf('Content-Type', reply.mediaType) + NOSNIFF;
}

/** Compiles the writer of declared headers: text as it is, other values as JSON. One that is null is not sent. */
function headerWriter(declared: Shape): (values: unknown) => string {
  const fields = Object.entries(declared);
  return (values) => {
    if (!isRecord(values)) throw new TypeError('the headers of the reply are not an object');
    const written: Record<string, string> = {};
    for (const [name, field] of fields) {
      const value = values[name] ?? field.absent?.(values) ?? null;
      if (value === null && !field.required) continue;
      const text = writeOutput(field, value);
      written[name] = typeof value === 'string' ? value : text;
    }
    return headerLines(written);
  };
}
