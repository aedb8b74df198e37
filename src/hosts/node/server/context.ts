import type { Socket } from 'node:net';
import type { Timeouts } from '../../../http/limits.ts';
import type { AppCore, FinalReply } from '../../../http/types.ts';
import type { Head } from './head.ts';
import type { LongBodies } from './long-bodies.ts';
import type { Turns } from './turns.ts';
import type { UnreadReplies } from './unread.ts';

/** The settings and state that the connections of a server share. */
export interface ServerContext {
  readonly app: AppCore;
  /** True if the connections are encrypted. */
  readonly isSecure: boolean;
  readonly timeouts: PhaseTimeouts;
  /** The most requests on one connection. */
  readonly maxRequests: number;
  /** The end of the head of a reply that keeps the connection open. */
  readonly keepAliveHeaders: string;
  readonly observer: RequestObserver | undefined;
  readonly shutdown: Shutdown;
  readonly turns: Turns;
  readonly longBodies: LongBodies;
  readonly unread: UnreadReplies;
  readonly onBug: BugListener;
}

/** A listener for exceptions, each of which is a bug. */
export type BugListener = (bug: unknown) => void;

/** Ends a connection because of a bug, and reports it. */
export function endWith(socket: Socket, onBug: BugListener, bug: unknown): void {
  socket.destroy();
  onBug(bug);
}

/**
 * Called with every request when it arrives, or with undefined if no request could be read. Returns the listener for its reply.
 */
export type RequestObserver = (request: Head | undefined) => ReplyListener;

/** Called once with the reply to a request, when it is being sent, and the bytes of the body that came with the request. */
export type ReplyListener = (reply: FinalReply, received: number) => void;

/** Combines several observers into one. */
export function combineObservers(all: readonly RequestObserver[]): RequestObserver {
  return (request) => {
    const listeners = all.map((observe) => observe(request));
    return (reply, received) => {
      for (const listener of listeners) listener(reply, received);
    };
  };
}

/** The next thing on a connection: another step, now or when it is its turn, waiting for more bytes, or the end of our side. */
export type Step = 'again' | 'later' | 'more' | 'end';

/** Waits for the next round of the event loop, so that others are answered. */
export function nextRound(): Promise<Step> {
  return new Promise((resolve) => setImmediate(() => resolve('again')));
}

/**
 * The shutdown of a server, as its connections see it: replies are held back at first, and each is the last on its connection.
 */
export class Shutdown {
  hasBegun = false;
  #released: Promise<void> | undefined;
  #release: (() => void) | undefined;

  /** Holds back all replies: a client with a reply would come back with a new connection. */
  begin(): void {
    this.hasBegun = true;
    this.#released ??= new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** Releases the replies. */
  release(): void {
    this.#release?.();
  }

  /** Waits until a reply is made and released. One more round of the event loop shows if the client has already sent more. */
  async holdBack<Made>(pending: Made | Promise<Made>): Promise<Made> {
    const reply = await pending;
    await this.#released?.then(untilAllIsRead);
    return reply;
  }
}

/** Waits until everything that has arrived by now is read. A single `setImmediate` may run before that. */
function untilAllIsRead(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/** The phase of a client: doing nothing, sending a head or a body, waiting for us, reading, or ending its side. */
export type Phase = 'nothing' | 'head' | 'body' | 'waiting' | 'reading' | 'ending';

/** The time limits of a phase, in milliseconds. */
interface PhaseTimeout {
  /** From the beginning of the phase. */
  readonly total: number;
  /** Added to that for each byte. */
  readonly perByte: number;
  /** Without any progress. */
  readonly stall: number;
  /** Until the next check. */
  readonly look: number;
}

export type PhaseTimeouts = Readonly<Record<Phase, PhaseTimeout>>;

/** The time that an idle client has beyond what it is told: its next request may be on the way. */
const IDLE_MARGIN_MS = 1000;
/** The time for which we read on after the last reply, while the client keeps sending, and when it does not. */
const MAX_LINGER_MS = 30_000;
const LINGER_MS = 2000;
/** The interval of checks for a stalled client, as a fraction of the time limit for that. */
const LOOK_INTERVAL = 1 / 4;

const NEVER = Number.POSITIVE_INFINITY;

export function phaseTimeouts(timeouts: Timeouts): PhaseTimeouts {
  const { headersTimeout, requestTimeout, idleTimeout, minRate } = timeouts;
  const perByte = 1000 / minRate;
  return {
    nothing: absolute(idleTimeout + IDLE_MARGIN_MS),
    head: absolute(Math.min(headersTimeout, requestTimeout)),
    body: phaseTimeout(requestTimeout, perByte, requestTimeout),
    waiting: absolute(NEVER),
    // The socket detects a client that does not read at all.
    reading: phaseTimeout(requestTimeout, perByte, NEVER),
    ending: phaseTimeout(MAX_LINGER_MS, 0, LINGER_MS),
  };
}

function absolute(total: number): PhaseTimeout {
  return phaseTimeout(total, 0, NEVER);
}

function phaseTimeout(total: number, perByte: number, stall: number): PhaseTimeout {
  return { total, perByte, stall, look: Math.min(total, stall * LOOK_INTERVAL) };
}

/** Returns the shortest time after which a client may have to be checked. */
export function shortestOf(timeouts: PhaseTimeouts): number {
  return Math.min(...Object.values(timeouts).map(({ look }) => look));
}
