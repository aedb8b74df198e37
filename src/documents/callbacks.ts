import type { AnyHandler, AnyInput } from '../contract/endpoint.ts';
import { allMethods } from '../contract/endpoint.ts';
import type { Logger, RequestInfo } from '../contract/outcome.ts';
import { isRecord } from '../fields/values.ts';
import { textOf } from '../http/content.ts';
import { MadeReply, pairsOf, type Reply } from '../http/reply.ts';
import { type RequestContext, type RequestHead, splitTarget } from '../http/types.ts';
import { after } from '../text/guards.ts';
import { once } from '../text/memo.ts';
import { isFieldName, isFieldValue, isOfHost } from '../text/strings.ts';
import { inTurns, type Steps } from '../text/turns.ts';
import type { FieldReader } from './fields.ts';
import { whileUsedInSteps } from './kept.ts';
import { itemsOf, type Located, partsOf, step, textIn, within } from './located.ts';
import { Offer } from './responses.ts';
import { sampleOf } from './sample.ts';
import { exampleIn, type Tell } from './values.ts';

/** The callbacks of operations: requests that a service sends to an address that another request names. */

/** A request that an operation declares as its callback. */
export interface CallbackRequest {
  /** The name of the callback in the document. */
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Called after the reply to a request, with each callback that it asks for, and the log of the request. */
export type OnCallback = (callback: CallbackRequest, log: Logger) => unknown;

/** The header by which the app knows callbacks, so that one that leads back to it does not lead to another one. */
const MARK = 'Assay-Callback';

/** The most callbacks that one request leads to. */
const MAX_CALLBACKS = 10;

interface CallbackOptions {
  readonly reader: FieldReader;
  readonly tell: Tell;
  readonly onCallback: OnCallback;
}

/** Makes a handler pass on the callbacks of its operation after each of its successes. */
export function callingBack(handle: AnyHandler, callbacks: Located, options: CallbackOptions): AnyHandler {
  const all = once(() => partsOf(callbacks).flatMap(([name, part]) => callbacksOf(name, part, options)));
  return (input, context) =>
    after(handle(input, context), (output) => {
      const { head } = context as RequestContext;
      if (!(output instanceof MadeReply)) return output;
      if (head.header(MARK.toLowerCase()) !== undefined) return output;
      const { log } = context;
      const afterwards = (reply: Reply) => {
        const source = { input, head, request: context.request, reply, json: once(() => jsonOf(reply)) };
        return inTurns(sentInSteps(all(), source, (callback) => options.onCallback(callback, log)));
      };
      return new MadeReply({ ...output.reply, afterwards });
    });
}

/** Makes and sends callbacks, a step for each. */
function* sentInSteps(
  all: readonly MakeCallback[],
  source: Source,
  send: (callback: CallbackRequest) => unknown,
): Steps<void> {
  let count = 0;
  for (const make of all) {
    const callback = yield* make(source);
    if (callback) send(callback);
    if (callback && ++count === MAX_CALLBACKS) return;
    yield;
  }
}

/** What expressions are about: a request and its reply. */
interface Source {
  readonly input: AnyInput;
  readonly head: RequestHead;
  readonly request: RequestInfo;
  readonly reply: Reply;
  /** Reads the body of the reply. */
  readonly json: () => unknown;
}

/** Makes a callback; undefined if the request names no address. */
type MakeCallback = (source: Source) => Steps<CallbackRequest | undefined>;

/** The callbacks of a name: one for each address and method. */
function callbacksOf(name: string, part: Located, options: CallbackOptions): MakeCallback[] {
  const { references } = options.reader;
  return partsOf(references.follow(part)).flatMap(([address, item]) => {
    const target = references.follow(item);
    const methods = allMethods.filter((method) => within(target, method.toLowerCase()).value !== undefined);
    return methods.map((method): MakeCallback => {
      const sent = whileUsedInSteps(() => sentBy(target, within(target, method.toLowerCase()), options));
      return function* (source) {
        const url = filled(address, source);
        if (!url) return undefined;
        const own = yield* sent();
        return { name, method, url, ...own, headers: { ...own.headers, [MARK]: encodeURIComponent(name) } };
      };
    });
  });
}

/** The headers and the body of a callback, which have examples or samples of their values. */
function* sentBy(
  item: Located,
  operation: Located,
  options: CallbackOptions,
): Steps<Pick<CallbackRequest, 'headers' | 'body'>> {
  const { reader } = options;
  const { references } = reader;
  const parameters = [item, operation].flatMap((each) => itemsOf(within(each, 'parameters')));
  const headers = parameters.flatMap((each) => headersOf(references.follow(each), options));
  const content = within(references.follow(within(operation, 'requestBody')), 'content');
  const [media] = partsOf(content);
  if (!media) return { headers: Object.fromEntries(headers) };
  const [type] = media;
  const offer = new Offer(type, media[1], { ...options, isPrivate: false, weigh() {} });
  const body = yield* offer.content(yield* offer.prepare());
  return {
    headers: { ...Object.fromEntries(headers), 'Content-Type': type },
    body: body instanceof Uint8Array ? body : textOf(body),
  };
}

/** The header of a parameter that a callback requires; none if it is something else. */
function headersOf(
  parameter: Located,
  { reader, tell }: CallbackOptions,
): (readonly [name: string, value: string])[] {
  const name = textIn(parameter, 'name') ?? '';
  const { in: place, required } = Object(parameter.value);
  if (place !== 'header' || required !== true || !isFieldName(name) || isOfHost(name)) return [];
  const schema = within(parameter, 'schema');
  const value = exampleIn(parameter, schema, { reader, tell }) ?? sampleOf(schema, reader, { name });
  return isFieldValue(String(value)) ? [[name, String(value)]] : [];
}

/** Writes an address with the values of the expressions in it; undefined if one of them has none. */
function filled(address: string, source: Source): string | undefined {
  if (address.startsWith('$')) return valueFor(address, source);
  let isWhole = true;
  const url = address.replace(/\{(\$[^{}]*)\}/g, (_, expression: string) => {
    const value = valueFor(expression, source);
    isWhole &&= value !== undefined;
    return value ?? '';
  });
  return isWhole ? url : undefined;
}

/** Returns the value of a runtime expression (OpenAPI 3.1, 4.8.20.4): `$request.body#/url`. */
function valueFor(expression: string, { input, head, request, reply, json }: Source): string | undefined {
  const [, side, part, name = ''] = EXPRESSION.exec(expression) ?? [];
  switch (side === undefined ? expression : `${side}.${part}`) {
    case '$url':
      return request.url;
    case '$method':
      return request.method;
    case '$statusCode':
      return String(reply.status);
    case 'request.header':
      return request.headers.get(name) ?? undefined;
    case 'request.query':
      return new URLSearchParams(splitTarget(head.target).query).get(name) ?? undefined;
    case 'request.path':
      return written(step(input.params, name));
    case 'request.body':
      return written(pointed(input.body, name));
    case 'response.header':
      return pairsOf(reply.headers).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
    case 'response.body':
      return written(pointed(json(), name));
    default:
      return undefined;
  }
}

const EXPRESSION = /^\$(request|response)\.(header|query|path|body)[.#]?(.*)$/s;

/** Returns the value that a JSON pointer leads to. */
function pointed(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps.reduce((found, each) => step(found, each.replaceAll('~1', '/').replaceAll('~0', '~')), value);
}

function jsonOf({ body }: Reply): unknown {
  try {
    return JSON.parse(textOf(body));
  } catch {
    return undefined;
  }
}

function written(value: unknown): string | undefined {
  return value === undefined || value === null || isRecord(value) || Array.isArray(value)
    ? undefined
    : String(value);
}
