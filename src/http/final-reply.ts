import { prefersProblem } from './accept.ts';
import { cutOff } from './content.ts';
import type { CorsPolicy } from './cors.ts';
import { linesOf } from './lines.ts';
import { type ProblemOptions, problemWriter } from './problem.ts';
import type { Reply } from './reply.ts';
import type { RequestHead } from './request.ts';
import type { FinalReply } from './types.ts';

/** Adds what every reply has, using as much of the request as is known. */
type Finish = (reply: Reply, id: string, known: Partial<RequestHead>) => FinalReply;

interface FinishOptions extends ProblemOptions {
  readonly cors: CorsPolicy;
  /** True if requests may prefer faults, so that any reply may vary. */
  readonly hasFaults: boolean;
}

/** Compiles the function that every reply passes through. */
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

/** Returns the last header line of every reply. */
export function idLine(id: string): string {
  return `X-Request-Id: ${id}\r\n`;
}

function nothing(): undefined {}
