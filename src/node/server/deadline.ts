import type { Timeouts } from '../../http/timeouts.ts';

/** What a client may be doing: nothing, sending a head or a body, waiting for us, reading, or ending its side. */
export type Phase = 'nothing' | 'head' | 'body' | 'waiting' | 'reading' | 'ending';

/** How many milliseconds clients may take for each. */
export type PhaseTimeouts = Readonly<Record<Phase, number>>;

/** How long a client is listened to that goes on sending after its last reply, in milliseconds. */
const LINGER_MS = 2000;

export function phaseTimeouts({ headersTimeout, requestTimeout, idleTimeout }: Timeouts): PhaseTimeouts {
  return {
    nothing: idleTimeout,
    head: Math.min(headersTimeout, requestTimeout),
    body: requestTimeout,
    waiting: Number.POSITIVE_INFINITY,
    reading: requestTimeout,
    ending: LINGER_MS,
  };
}

/** How long one client may still take for what it is doing. */
export class Deadline {
  /** When it will have taken too long. */
  at = 0;
  readonly #allowances: PhaseTimeouts;
  #doing: Phase | undefined;
  #turn = 0;
  #since = 0;

  constructor(allowances: PhaseTimeouts) {
    this.#allowances = allowances;
  }

  /**
   * Waits for the client to do this, in this turn of its conversation. Its time runs from when it began; that of a body,
   * from when its head did.
   */
  expect(doing: Phase, turn: number): void {
    const goesOn = doing === this.#doing || (doing === 'body' && this.#doing === 'head');
    if (!goesOn || turn !== this.#turn) this.#since = performance.now();
    this.#doing = doing;
    this.#turn = turn;
    this.at = this.#since + this.#allowances[doing];
  }
}
