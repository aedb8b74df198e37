import type { AnyHandler, AnyInput, Method } from '../../contract/endpoint.ts';
import { Refusal } from '../../contract/outcome.ts';
import { paramNames } from '../../contract/path.ts';
import { MadeReply } from '../../http/reply.ts';
import type { RequestContext, RequestHead } from '../../http/types.ts';
import { after } from '../../text/guards.ts';
import { atOnce, type Steps, soon } from '../../text/turns.ts';
import type { FieldReader } from '../fields.ts';
import { itemsOf, type Located, partsOf, within } from '../located.ts';
import type { OperationReplies } from '../replies.ts';
import type { Facts } from '../reply-headers.ts';
import { type DeclaredResponse, Offer } from '../responses.ts';

/** The operations of a document, and the requests to them, as a memory sees them. */

export interface MemorableOperation {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  /** The lists of its parameters. */
  readonly parameters: readonly Located[];
  readonly requestBody: Located;
  readonly handler: AnyHandler;
  readonly replies: OperationReplies;
}

/** The operations of a path, by their methods. */
export type Methods = ReadonlyMap<Method, MemorableOperation>;

/** A request to an operation. */
export interface Asking {
  readonly operation: MemorableOperation;
  readonly input: AnyInput;
  readonly head: RequestHead;
  /** The values of the parameters of its path, in order. */
  readonly values: readonly string[];
  /** The properties with the ids of what items belong to, if the path is that of a view. */
  readonly owners?: ReadonlyMap<string, number>;
  /** Has the signal that is aborted when the client has left: then nobody needs the answer. */
  readonly context: RequestContext;
  /** Answers as without a memory. */
  plainly(): unknown;
}

/** Answers a request. */
export type Handle = (asking: Asking) => unknown;

/** A reply of the memory's own. */
export type Remembered = MadeReply | Refusal;

/** An answer, or one that is made in turns. */
export type Answered = Remembered | Promise<Remembered>;

/** Makes the handler of an operation. */
export function handlerFor(operation: MemorableOperation, handle: Handle): AnyHandler {
  const names = paramNames(operation.path);
  return (input, given) => {
    const context = given as RequestContext;
    const { head } = context;
    const values = names.map((name) => String(Object(input.params)[name]));
    const plainly = () => operation.handler(input, context);
    const ask = () => handle({ operation, input, head, values, context, plainly });
    // Requests for long lists may all have arrived together.
    const answer = () => soon(atItsTurn(ask), context);
    const offer = operation.replies.responseTo().offer(head);
    // The sample of the reply is made first, as that may take several turns.
    const isReady = !(offer instanceof Offer) || offer.isReady;
    return isReady ? answer() : after(soon(offer.prepare(), context), answer);
  };
}

function* atItsTurn(ask: () => unknown): Steps<unknown> {
  yield;
  return ask();
}

/**
 * The path of an operation without the names of its parameters, which operations on the same items may call differently, and
 * without the slash or the `.json` that some services have at its end: `/lamps/{}`.
 */
export function shapeOf({ path }: MemorableOperation): string {
  return path.replace(ENDING, '').replace(/\{[^{}:]*\}/g, '{}');
}

/** What a path may have behind what its items are called. */
export const ENDING = /(?<=[^/])(?:\/|\.json)$/;

/** Fills in the values of the parameters of a shape. */
export function filled(shape: string, values: readonly string[]): string {
  let at = 0;
  return shape.replace(/\{\}/g, () => encodeURIComponent(String(values[at++]).toWellFormed()));
}

/** The number of parameters of a shape. */
export function countIn(shape: string): number {
  return shape.split('{}').length - 1;
}

/** The schemas of the bodies of an operation. */
export function bodySchemas({ requestBody }: MemorableOperation): Located[] {
  return partsOf(within(requestBody, 'content')).map(([, media]) => within(media, 'schema'));
}

export function parametersOf(
  operations: readonly MemorableOperation[],
  { references }: FieldReader,
): Located[] {
  const lists = operations.flatMap((each) => each.parameters);
  return lists.flatMap(itemsOf).map((each) => references.follow(each));
}

/** Tells whether a path is below another, also as a method with a colon: `/lamps/{}:repair`. */
export function isBelow(path: string, other: string): boolean {
  return path.startsWith(`${other}/`) || path.startsWith(`${other}:`);
}

/** Sends a value in the media type that `Accept` chooses. */
export function send(...sent: Parameters<typeof sendInSteps>): Remembered {
  return atOnce(sendInSteps(...sent));
}

/** Does that in steps. */
export function* sendInSteps(
  response: DeclaredResponse,
  valueFor: (offer: Offer) => unknown,
  head: RequestHead,
  facts: Facts,
): Steps<Remembered> {
  const offer = response.offer(head);
  if (offer instanceof Refusal) return offer;
  return new MadeReply(yield* response.sendInSteps(offer, offer && valueFor(offer), head, facts));
}
