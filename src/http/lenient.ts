import type { AnyHandler, AnyInput, Endpoint } from '../contract/endpoint.ts';
import { Refusal } from '../contract/outcome.ts';
import { joined } from '../errors/bodies/reasons.ts';
import { after, isPromise } from '../text/guards.ts';
import type { Steps } from '../text/turns.ts';
import { bodyReader } from './body.ts';
import { type ErrorWriter, invalidValueOf, type WrittenError, written } from './error-format.ts';
import { mapAnswer } from './faults.ts';
import type { Limits } from './limits.ts';
import { credentialReader, partsReader } from './parts.ts';
import { linesOf, MadeReply, type Reply } from './reply.ts';
import type { PendingReply, RequestContext, Route, RouteInput } from './types.ts';

/** Routes of mocks that answer invalid requests like valid ones. */

/** What becomes of an invalid request: it is refused (`on`), or answered with a warning (`warn`) or without (`off`). */
export type Validation = 'on' | 'warn' | 'off';

/** An endpoint, and how its usual route is made. */
export interface LenientOptions {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** Answers with a reply or a refusal of its own. */
  readonly handle: AnyHandler;
  /** Waits for a reply. */
  readonly wait: (made: Promise<Reply>, context: RequestContext) => PendingReply<Reply>;
  readonly errors: ErrorWriter;
  readonly limits: Limits;
  readonly compile: (endpoint: Endpoint, handle: AnyHandler, errors: ErrorWriter) => Route;
}

/** What is wrong with a request, in words, and its body, as far as it could be read. */
interface Wrong {
  readonly what: string;
  readonly body?: unknown;
}

/** The most issues, and the most characters of them all, in a warning. */
const MAX_ISSUES = 20;
export const MAX_TOLD = 500;

/**
 * Makes the route of an endpoint that answers every request that can be answered. If `isTold`, replies and the log say what was
 * wrong.
 */
export function lenientRoute(options: LenientOptions, isTold: boolean): Route {
  const { name, endpoint, handle, wait, errors, limits, compile } = options;
  const { credential, ...open } = endpoint;
  const readParts = partsReader(endpoint);
  const readCredential = credentialReader(credential);
  const body = bodyReader(endpoint, limits);
  const found = new WeakMap<Reply, Wrong>();
  const note = (error: WrittenError, wrong: Wrong): WrittenError => {
    if (!('kind' in error)) return noteInSteps(error, wrong);
    found.set(error, wrong);
    return error;
  };
  function* noteInSteps(error: Steps<Reply>, wrong: Wrong): Steps<Reply> {
    const reply = yield* error;
    found.set(reply, wrong);
    return reply;
  }
  const make = (input: AnyInput, context: RequestContext): Reply | Promise<Reply> =>
    after(handle(input, context), (output) =>
      output instanceof Refusal
        ? written(errors.refuse(output, context.head), context)
        : (output as MadeReply).reply,
    );
  const answer: AnyHandler = (input, context) =>
    after(make(input, context as RequestContext), (reply) => new MadeReply(reply));
  const route = compile(open, answer, {
    reject: (issues, head, read) =>
      note(errors.reject(issues, head, read), {
        what: joined(issues.all.slice(0, MAX_ISSUES).map(invalidValueOf)),
        body: read?.value,
      }),
    unreadable: (refusal, what, head) =>
      note(errors.unreadable(refusal, what, head), { what: String(refusal.detail) }),
    refuse: (refusal, head) => note(errors.refuse(refusal, head), { what: String(refusal.detail) }),
  });

  /** Answers with whatever can be read of a request. */
  function answerAnyway(input: RouteInput, sent: unknown): Reply | Promise<Reply> {
    const raw = readParts(input);
    const parts = raw instanceof Refusal ? { params: {}, query: {}, headers: {}, cookies: {} } : raw;
    return make({ ...parts, body: sent, credential: undefined }, input.context);
  }

  function tell(reply: Reply, all: readonly string[], context: RequestContext): Reply {
    if (!isTold || all.length === 0) return reply;
    const told = inAscii(all.join(', '));
    context.log.warn(`An invalid request was answered: ${told}`, { endpoint: name });
    const warning = linesOf('Validation-Errors', told);
    return { ...reply, headers: reply.headers + warning, warning };
  }

  return {
    ...route,
    answer(input) {
      const { head, context } = input;
      const refusedType = body?.unsupported(head.header);
      const refused = readCredential?.(input);
      const answer = route.answer(
        refusedType ? { ...input, head: { ...head, header: untyped(input) } } : input,
      );
      return mapAnswer(answer, (reply, bytes = empty) => {
        const wrong = found.get(reply);
        const refusals = [refused, bytes.length > 0 && refusedType].filter((each) => each instanceof Refusal);
        const all = [...refusals.map(({ detail }) => String(detail)), ...(wrong ? [wrong.what] : [])];
        const made = after(wrong ? answerAnyway(input, wrong.body) : reply, (each) =>
          tell(each, [...new Set(all)], context),
        );
        return isPromise(made) ? wait(made, context) : made;
      });
    },
  };
}

const empty = new Uint8Array();

/** Looks up the headers of a request as if its body had no type, so that it is read as it is declared. */
function untyped({ head }: RouteInput): RouteInput['head']['header'] {
  return (name) => (name === 'content-type' || name === 'content-encoding' ? undefined : head.header(name));
}

/** Writes a text in so few and such plain characters that a header or a terminal can show it. */
function inAscii(text: string): string {
  const plain = text.replace(/[^ -~]/gu, '?');
  return plain.length > MAX_TOLD ? `${plain.slice(0, MAX_TOLD - ELLIPSIS.length)}${ELLIPSIS}` : plain;
}

const ELLIPSIS = '...';
