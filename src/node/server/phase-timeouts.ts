import type { Timeouts } from '../../http/timeouts.ts';

/** The state of a client: doing nothing, sending a head or a body, waiting for us, reading, or ending its side. */
export type Phase = 'nothing' | 'head' | 'body' | 'waiting' | 'reading' | 'ending';

/** The time for one of these, in milliseconds. */
export interface PhaseTimeout {
  /** From the beginning, whatever the client does. */
  readonly total: number;
  /** The time that each byte adds to that. */
  readonly perByte: number;
  /** Without a byte that moves. */
  readonly stall: number;
  /** Until the next look at whether it is over. */
  readonly look: number;
}

export type PhaseTimeouts = Readonly<Record<Phase, PhaseTimeout>>;

/** The time that a client which asks nothing is waited for beyond what it is told: its next request may be on the way. */
const IDLE_MARGIN_MS = 1000;
/** The time that a client is listened to after its last reply while it goes on sending, and when it does not. */
const MAX_LINGER_MS = 30_000;
const LINGER_MS = 2000;
/** The interval between looks at whether a client stalls, as a part of the time for that. */
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
    // Whether it reads at all, its socket knows.
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

/** The shortest time after which a client may have to go. */
export function shortestOf(timeouts: PhaseTimeouts): number {
  return Math.min(...Object.values(timeouts).map(({ look }) => look));
}
