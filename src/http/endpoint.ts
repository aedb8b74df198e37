import { type AnyHandler, type AnyInput, type Endpoint, isForm } from '../contract/endpoint.ts';
import { attempt, HandlerReply, Refusal, thrownRefusal } from '../contract/outcome.ts';
import { type AnySuccess, JSON_TYPE, mediaTypeOf, successesOf } from '../contract/success.ts';
import { Issues, inWords } from '../errors/issue.ts';
import type { AnyField } from '../fields/field.ts';
import type { Shape } from '../fields/object.ts';
import { isRecord, type Values } from '../fields/values.ts';
import { after, isPromise } from '../text/guards.ts';
import { large, soon } from '../text/turns.ts';
import { bodyReader, brokenOff, declaredLength } from './body.ts';
import { bytesContent, type ReportBug } from './bytes-reply.ts';
import type { Content } from './content.ts';
import { type ErrorWriter, type Unreadable, type WrittenError, written } from './error-format.ts';
import { bodyTooLarge, type Limits } from './limits.ts';
import { emptyBody, type RawBody } from './media.ts';
import { fieldOf, LONG_BODY, parser, type ReadAhead } from './parse.ts';
import { credentialReader, partsReader, type RawParts } from './parts.ts';
import {
  bugReply,
  errorReply,
  headerLines,
  JSON_HEADERS,
  linesOf,
  MadeReply,
  NO_STORE,
  NOSNIFF,
  type Reply,
  replyTo,
} from './reply.ts';
import { secretHider } from './secrets.ts';
import { handlerTooSlow, stoppedWaiting } from './statuses.ts';
import type { PendingReply, RequestContext, RequestHead, Route } from './types.ts';
import { withSources } from './validation-error.ts';

/** The options that the endpoints of an app share. */
export interface CompileOptions extends PendingOptions {
  readonly limits: Limits;
  /** The way to read bodies: strictly, or as FastAPI does. */
  readonly values: Values;
  /** Reads in steps what may take long; by default, long bodies. */
  readonly readAhead?: ReadAhead | undefined;
}

/** A request, complete except for its body. */
interface Received {
  readonly raw: RawParts;
  readonly credential: unknown;
  readonly context: RequestContext;
}

/** The bytes from which bodies are read one at a time. */
const LARGE_BODY = 256 * 1024;

/** A reply that is made at once or later. */
type Made = Reply | Promise<Reply>;

/** Makes the route of an endpoint, which reads, parses, handles and replies. */
export function compileEndpoint(
  name: string,
  endpoint: Endpoint,
  handle: AnyHandler,
  options: CompileOptions & { readonly errors: ErrorWriter },
): Route {
  const { limits, errors } = options;
  const readParts = partsReader(endpoint);
  const readCredential = credentialReader(endpoint.credential);
  const body = bodyReader(endpoint, limits, options.values);
  // FastAPI reads the body before it looks for a credential, so a malformed body is refused first.
  const isBodyFirst = body !== undefined && options.values === 'fastapi';
  const { parse, parseInSteps } = parser(endpoint, limits.errors, options.readAhead);
  const hideSecrets = secretHider(endpoint);
  const reply = replier(name, endpoint, { errors, onBug: options.onBug });
  const bodyKind = isForm(endpoint.body) ? 'form' : 'json';

  function decline(refusal: Refusal, what: Unreadable, head: RequestHead): WrittenError {
    return refusal.status === 400 ? errors.unreadable(refusal, what, head) : errors.refuse(refusal, head);
  }

  /** Sends a reply, now or later. */
  function send(made: Made | Promise<Made>, context: RequestContext): Reply | PendingReply<Reply> {
    return isPromise(made) ? pending(made, context, options) : made;
  }

  function sendError(error: WrittenError, context: RequestContext): Reply | PendingReply<Reply> {
    return send(written(error, context), context);
  }

  /** Continues with a request once its body, if it needs one, has been read. */
  function conclude({ raw, credential, context }: Received, read?: RawBody | Refusal): Made {
    if (read instanceof Refusal) return written(decline(read, bodyKind, context.head), context);
    if (read?.value instanceof Issues) return written(errors.reject(read.value, context.head), context);
    return after<unknown, Reply>(credential, (value) => respond(raw, value, context, read));
  }

  function respond(raw: RawParts, credential: unknown, context: RequestContext, read?: RawBody): Made {
    if (credential instanceof Refusal) return written(errors.refuse(credential, context.head), context);
    const { value, bytes } = read ?? emptyBody;
    const steps = parseInSteps(raw, value, credential, bytes.length);
    const parsed = steps ? soon(steps, context) : parse(raw, value, credential, bytes.length);
    return after<AnyInput | Issues, Reply>(parsed, (input) => handled(input, context, read));
  }

  function handled(input: AnyInput | Issues, context: RequestContext, read?: RawBody): Made {
    if (input instanceof Issues)
      return written(errors.reject(hideSecrets(input), context.head, read), context);
    const output: unknown = attempt(handle, input, context);
    return after<unknown, Reply>(
      output,
      (value) => finish(value, context, read),
      (thrown) => finish(thrownRefusal(thrown), context, read),
    );
  }

  function finish(output: unknown, context: RequestContext, read?: RawBody): Made {
    if (output instanceof MadeReply) return output.reply;
    return output instanceof Refusal
      ? written(reply.refuse(output, context, read?.source), context)
      : reply.accept(output, context);
  }

  return {
    method: endpoint.method,
    path: endpoint.path,
    answer(input) {
      const { head, context } = input;
      const raw = readParts(input);
      if (raw instanceof Refusal) return sendError(decline(raw, 'path', head), context);
      const credential = readCredential?.(input);
      if (credential instanceof Refusal && !isBodyFirst)
        return sendError(errors.refuse(credential, head), context);
      const received = { raw, credential, context };
      if (!body) return send(conclude(received), context);
      const refused = body.unsupported(head.header);
      if (refused && declaredLength(head.header) > 0) return sendError(errors.refuse(refused, head), context);
      return {
        kind: 'body',
        limit: limits.body,
        complete(bytes) {
          const steps =
            bytes.length < LONG_BODY || refused ? undefined : body.readInSteps?.(bytes, head.header);
          const read = steps
            ? soon(steps, context, bytes.length > LARGE_BODY ? large : undefined)
            : (bytes.length > 0 && refused) || body.read(bytes, head.header);
          return send(
            after<RawBody | Refusal, Reply>(read, (each) => conclude(received, each)),
            context,
          );
        },
        overflow: () => sendError(errors.refuse(bodyTooLarge(limits.body), head), context),
        brokenOff: () => sendError(errors.unreadable(brokenOff, bodyKind, head), context),
      };
    },
  };
}

interface PendingOptions {
  /** The time limit of a handler, in milliseconds. */
  readonly handlerTimeout: number;
  readonly onBug: ReportBug;
}

/** Waits for the reply of a handler, up to its time limit. */
export function pending(
  made: Promise<Made>,
  context: RequestContext,
  { handlerTimeout, onBug }: PendingOptions,
): PendingReply<Reply> {
  const reply = new Promise<Reply>((resolve) => {
    const timer = setTimeout(() => {
      context.abort('The handler took too long');
      resolve(replyTo(handlerTooSlow));
    }, handlerTimeout);
    made
      .catch((bug) => {
        // A handler that stops because it was aborted has no bug.
        if (context.isAborted) return replyTo(stoppedWaiting);
        onBug(bug, context);
        return bugReply();
      })
      .then((value) => {
        clearTimeout(timer);
        resolve(value);
      });
  });
  return { kind: 'pending', reply, abort: () => context.abort('The client has gone') };
}

/** The writers of an endpoint's replies. */
interface Replier {
  accept(output: unknown, context: RequestContext): Reply;
  /** Takes the text of the body as `source`, to show values as they were written. */
  refuse(refusal: Refusal, context: RequestContext, source?: string): WrittenError;
}

/** Compiles the replies that an endpoint declares. */
function replier(
  name: string,
  endpoint: Endpoint,
  { errors, onBug }: { readonly errors: ErrorWriter; readonly onBug: ReportBug },
): Replier {
  const { refusals = {} } = endpoint;
  return {
    accept: accepter(name, endpoint, onBug),
    refuse(refusal, { head }, source) {
      const field = Object.hasOwn(refusals, refusal.status) ? refusals[refusal.status] : undefined;
      if (!field) return errors.refuse(refusal, head);
      const { detail } = refusal;
      const shown = isRecord(detail) ? withSources(detail, source) : detail;
      return errorReply(refusal, writeOutput(field, shown));
    },
  };
}

/** Compiles the replies to accepted requests. */
function accepter(name: string, endpoint: Endpoint, onBug: ReportBug): Replier['accept'] {
  const writers = new Map<unknown, WriteSuccess>();
  for (const each of successesOf(endpoint))
    writers.set(each.status, successWriter(name, endpoint, each, onBug));
  const [first] = writers.values();
  const usual = endpoint.reply || writers.size === 1 ? first : undefined;
  const statuses = [...writers.keys()].join(' or ');
  return (output, context) => {
    const isReply = output instanceof HandlerReply;
    const status = isReply ? output.status : undefined;
    const write = status === undefined ? usual : writers.get(status);
    if (write)
      return isReply ? write(output.body, output.headers, context) : write(output, undefined, context);
    const chosen = status === undefined ? 'no status' : `the status ${status}`;
    throw new TypeError(
      `The handler of ${name} chose ${chosen}; return reply(body, { status }) with ${statuses}`,
    );
  };
}

/** Writes one of the declared replies, from its parts. */
type WriteSuccess = (body: unknown, headers: unknown, context: RequestContext) => Reply;

function successWriter(
  name: string,
  { credential }: Endpoint,
  success: AnySuccess,
  onBug: ReportBug,
): WriteSuccess {
  const { status, body: declared } = success;
  const field = typeof declared === 'object' ? fieldOf(declared) : declared;
  const lines = successHeaders(success) + (credential ? NO_STORE : '');
  const writeHeaders = headerWriter(name, success.headers);
  function bodyOf(output: unknown, context: RequestContext): Content {
    if (isResponse(output)) throw responseReturned(name);
    if (field === undefined) return '';
    if (field !== 'bytes') return writeOutput(field, output);
    const content = bytesContent(output, context, onBug);
    if (content === undefined) throw new TypeError(`The handler of ${name} must return ${BYTES}`);
    return content;
  }
  return (output, given, context) => {
    const body = bodyOf(output, context);
    return { kind: 'reply', status, headers: lines + writeHeaders(given), body };
  };
}

const BYTES = 'a Uint8Array, a Blob, a ReadableStream or an async iterable';

function responseReturned(name: string): TypeError {
  return new TypeError(
    `The handler of ${name} returned a Response. Return the declared body, reply(body, { headers }) or refuse(status, detail)`,
  );
}

/** Recognizes a response of the Fetch standard. Its class is not named, because Node would load it. */
function isResponse(output: unknown): boolean {
  if (typeof output !== 'object' || output === null) return false;
  return Symbol.toStringTag in output && output[Symbol.toStringTag] === 'Response';
}

/** Writes an output of the handler. One that the field would refuse is a bug, and throws. */
function writeOutput(field: AnyField, output: unknown): string {
  const text = field.writeValid(output);
  if (typeof text === 'string') return text;
  throw new TypeError(`The output of the handler does not fit: ${inWords(text)}`);
}

function successHeaders(success: AnySuccess): string {
  if (success.body === undefined) return NOSNIFF;
  const type = mediaTypeOf(success);
  return type === JSON_TYPE ? JSON_HEADERS : linesOf('Content-Type', type) + NOSNIFF;
}

const noHeaders: Shape = {};

/** Compiles the writer of declared headers. One that is null is not sent. */
function headerWriter(name: string, declared = noHeaders): (values: unknown) => string {
  const fields = Object.entries(declared);
  if (fields.length === 0)
    return (values) => (values === undefined ? '' : undeclared(name, values, declared));
  return (values) => {
    if (values === undefined) throw new TypeError('the handler did not set its headers');
    undeclared(name, values, declared);
    const given: Readonly<Record<string, unknown>> = Object(values);
    const written: Record<string, string | readonly string[]> = {};
    for (const [header, field] of fields) {
      const value = given[header] ?? field.absent?.(given) ?? null;
      if (value === null && !field.required) continue;
      written[header] = headerValues(value, writeOutput(field, value));
    }
    return headerLines(written);
  };
}

/** Throws an error if a handler sets a header that its reply does not declare, and which would never be sent. */
function undeclared(name: string, values: unknown, declared: Shape): string {
  const other = Object.keys(Object(values)).find((each) => !Object.hasOwn(declared, each));
  if (other === undefined) return '';
  throw new TypeError(`The handler of ${name} sets the undeclared header ${other}`);
}

/** Turns a value and its JSON into a header: text as it is, a list into one value for each item, anything else as JSON. */
function headerValues(value: unknown, json: string): string | readonly string[] {
  const isList = Array.isArray(value) && json.startsWith('[');
  if (!isList) return json.startsWith('"') ? JSON.parse(json) : json;
  const items: readonly unknown[] = JSON.parse(json);
  return items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
}
