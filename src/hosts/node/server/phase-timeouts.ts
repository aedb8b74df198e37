import type { Timeouts } from '../../../http/limits.ts';

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
