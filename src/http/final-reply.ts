import { prefersProblem } from './accept.ts';
import { cutOff } from './content.ts';
import type { CorsPolicy } from './cors.ts';
import { linesOf } from './lines.ts';
import { type ProblemOptions, problemWriter } from './problem.ts';
import type { Reply } from './reply.ts';
import type { RequestHead } from './request.ts';
import type { FinalReply } from './types.ts';

/** Puts on a reply what every reply carries, given as much as is known of the request. */
export type Finish = (reply: Reply, id: string, known: Partial<RequestHead>) => FinalReply;

export interface FinishOptions extends ProblemOptions {
  readonly cors: CorsPolicy;
  /** Any reply may be another for whoever prefers a fault. */
  readonly hasFaults: boolean;
}

/** Compiles the only way out. */
export function finisher({ cors, hasFaults, ...options }: FinishOptions): Finish {
  const writeProblem = problemWriter(options);
  const vary = hasFaults ? linesOf('Vary', 'Prefer') : '';
  return (reply, id, { target, header = nothing }) => {
    const asksForProblem = reply.error !== undefined && prefersProblem(header('accept'));
    const { status, headers, body } = asksForProblem ? writeProblem(reply, target) : reply;
    const lines = `${headers}${cors.reply(header)}${vary}${idLine(id)}`;
    return { kind: 'reply', status, headers: lines, body: reply.isCut ? cutOff(body) : body, id };
  };
}

/** The last header line of every reply. */
export function idLine(id: string): string {
  return `X-Request-Id: ${id}\r\n`;
}

function nothing(): undefined {}

/** The id of a request in replies and in the log: the client's own, if it is a plain one, or a new one. */
export function requestId(given: string | undefined): string {
  return given !== undefined && PLAIN_ID.test(given) ? given : crypto.randomUUID();
}

/** Nothing that means anything in a header or on a terminal. */
const PLAIN_ID = /^[A-Za-z0-9._-]{1,128}$/;
