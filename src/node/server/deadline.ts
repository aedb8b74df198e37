import type { Patience } from './timeouts.ts';

/** What a client may be doing: nothing, sending a head or a body, waiting for us, reading, or ending its side. */
export type Doing = 'nothing' | 'head' | 'body' | 'waiting' | 'reading' | 'ending';

/** How many milliseconds clients may take for each. */
export type Allowances = Readonly<Record<Doing, number>>;

/** How long a client is listened to that goes on sending after its last reply, in milliseconds. */
const lingering = 2000;

export function allowancesOf({ headersTimeout, requestTimeout, idleTimeout }: Patience): Allowances {
  return {
    nothing: idleTimeout,
    head: Math.min(headersTimeout, requestTimeout),
    body: requestTimeout,
    waiting: Number.POSITIVE_INFINITY,
    reading: requestTimeout,
    ending: lingering,
  };
}

/** How long one client may still take for what it is doing. */
export class Timing {
  /** When it will have taken too long. */
  deadline = 0;
  readonly #allowances: Allowances;
  #doing: Doing | undefined;
  #turn = 0;
  #since = 0;

  constructor(allowances: Allowances) {
    this.#allowances = allowances;
  }

  /**
   * Waits for the client to do this, in this turn of its conversation. Its time runs from when it began; that of a body,
   * from when its head did.
   */
  expect(doing: Doing, turn: number): void {
    const goesOn = doing === this.#doing || (doing === 'body' && this.#doing === 'head');
    if (!goesOn || turn !== this.#turn) this.#since = performance.now();
    this.#doing = doing;
    this.#turn = turn;
    this.deadline = this.#since + this.#allowances[doing];
  }
}
