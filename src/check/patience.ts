import { setTimeout as delay } from 'node:timers/promises';
import type { CaseRequest } from '../cases/case.ts';
import type { Received } from '../cases/compare.ts';
import { type NoReply, type SendOptions, send } from './sender.ts';

/** How often a request is repeated that a busy service did not answer. */
const MAX_REPEATS = 2;
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 10_000;

/** Sends a request, again if the service is too busy to answer it, after the time that `Retry-After` names. */
export async function sendPatiently(
  origin: string,
  request: CaseRequest,
  options: SendOptions & { readonly pace: Pace; readonly expects: number },
): Promise<Received | NoReply> {
  for (let repeats = 0; ; repeats++) {
    await options.pace.wait(options.signal);
    const reply = await send(origin, request, options);
    if (!('status' in reply) || !isBusy(reply.status) || reply.status === options.expects) return reply;
    if (repeats === MAX_REPEATS || options.signal.aborted) return reply;
    await pause(waitOf(reply.header('retry-after') ?? '', repeats), options.signal);
  }
}

/** Recognizes the statuses of an overloaded service, which says nothing about the request. */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}

/** The time to wait, in milliseconds: what the service asks for in seconds or by a date, within limits. */
export function waitOf(retryAfter: string, repeats: number, now = Date.now()): number {
  const asked = /^[0-9]+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  const wait = Number.isNaN(asked) ? FIRST_WAIT_MS * 2 ** repeats : asked;
  return Math.min(Math.max(wait, 0), MAX_WAIT_MS);
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** Keeps requests apart, so that no more than so many are sent in a second. */
export class Pace {
  readonly #interval: number;
  #next = 0;

  constructor(perSecond: number | undefined) {
    this.#interval = perSecond === undefined ? 0 : 1000 / perSecond;
  }

  async wait(signal: AbortSignal): Promise<void> {
    if (this.#interval === 0) return;
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#interval;
    if (at > now) await pause(at - now, signal);
  }
}
