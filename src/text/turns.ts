/** Work that takes long is done in steps, and requests are answered in between. */

import { defined } from './guards.ts';
import { ensure } from './memo.ts';

/** Work in steps. It yields wherever something else may be done first. */
export type Steps<Result> = Generator<unknown, Result>;

/** The time that work takes at once, in milliseconds. */
const SLICE_MS = 10;

/** The work that waits for its turn, in order. */
const waiting = new Set<object>();
/** Replies of which only some are made at a time. */
class Line {
  readonly most: number;
  /** Those that wait until they are begun, in order. */
  readonly unbegun = new Set<object>();
  /** Those that are being made. */
  readonly begun = new Set<object>();

  constructor(most: number) {
    this.most = most;
  }

  get isFull(): boolean {
    return this.begun.size >= this.most;
  }
}

/** The most replies that are made at a time: each may take megabytes, and thousands of clients may ask for them. */
const MAX_BEGUN = 8;
const usual = new Line(MAX_BEGUN);
/** The replies to large requests: what is read from one may take half of the memory. */
export const large = new Line(1);
/** How often work looks if more waits than replies are made: if all looked all the time, a thousand would leave none for anything else. */
const MANY_MS = 4;
/** How often work looks without any progress until the first in its queue, and replies that have begun, are taken to be gone. */
const MAX_LOOKS = 10;

/** Does work in slices, the first at once unless other work waits. It ends with an error when the signal is aborted. */
export async function inTurns<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  signal?.throwIfAborted();
  const first = waiting.size > 0 ? undefined : slice(steps);
  const { value } = first?.done ? first : await continued(steps, signal);
  return value;
}

/** True while nobody can wait for work. */
let isUrgent = false;

/** Runs what can't wait: within it, all work is done at once. */
export function urgently<Result>(run: () => Result): Result {
  const before = isUrgent;
  isUrgent = true;
  try {
    return run();
  } finally {
    isUrgent = before;
  }
}

/**
 * The time that work may take in a round of the event loop, in milliseconds, until no other reply is begun in it: the requests for
 * them may all have arrived together.
 */
const MAX_AT_ONCE_MS = 30;
/** The time that work has taken in this round. */
let spent = 0;
/** How many slices of work that had waited were done. */
let slices = 0;

function beginRound(): void {
  spent = 0;
}

/** The requests whose replies are made in turns. */
const requests = new WeakMap<object, Line>();

/** Returns the line of a request, which stays in the one in which it has begun. */
function lineOf(request: object, line: Line): Line {
  return ensure(requests, request, () => line);
}

/** Makes a reply: does a slice of work at once, unless others have taken too long or have to be made first, and the rest in turns. */
export function soon<Result>(
  steps: Steps<Result>,
  request: { readonly signal: AbortSignal },
  line = usual,
): Result | Promise<Result> {
  if (isUrgent) return atOnce(steps);
  const isLate = spent > MAX_AT_ONCE_MS || (isHeldBack && waiting.size > 0);
  if (isLate || line.unbegun.size > 0 || line.isFull) return made(steps, request, line);
  const { done, value } = slice(steps);
  if (done) return value;
  lineOf(request, line);
  return made(steps, request, line);
}

/** Makes a reply in turns, with others that have begun. It does not count among them while its result is a promise. */
async function made<Result>(
  steps: Steps<Result>,
  request: { readonly signal: AbortSignal },
  line: Line,
): Promise<Result> {
  const { signal } = request;
  // More work for a request that has had turns does not wait for others: it holds the values of that request.
  if (!requests.has(request)) await turn(line.unbegun, () => !line.isFull, signal);
  const { begun } = lineOf(request, line);
  begun.add(steps);
  try {
    const { value } = await continued(steps, signal);
    return value;
  } finally {
    begun.delete(steps);
  }
}

/** True while work that waits leaves the turns of the event loop to something else. */
let isHeldBack = false;

/** Tells whether any work waits for its turn. */
export function isAnyWaiting(): boolean {
  return waiting.size + usual.unbegun.size + large.unbegun.size > 0;
}

/** Holds back the work that waits, or no longer. */
export function holdBack(isHeld: boolean): void {
  isHeldBack = isHeld;
}

/** Does work in turns, and returns its last step: its result may be a promise, for which nothing waits here. */
async function continued<Result>(
  steps: Steps<Result>,
  signal?: AbortSignal,
): Promise<IteratorReturnResult<Result>> {
  for (;;) {
    await turn(waiting, isTimeLeft, signal);
    const step = slice(steps, SLICE_MS - spent);
    slices++;
    if (step.done) return step;
  }
}

/** The end of the slice that is being done. */
let end = 0;

/** Tells whether it is time for something else: many small steps inside one another take less time if only some of them yield. */
export function isDue(): boolean {
  return performance.now() >= end;
}

/** Tells whether the slice that is being done is over. Outside of one, nothing waits. */
export function isSliceOver(): boolean {
  return end > 0 && isDue();
}

/** Takes steps, and yields only where their slice is over. */
export function* pausing<Result>(steps: Steps<Result>): Steps<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (isSliceOver()) yield;
  }
}

/** Takes steps until their time is over, and counts it. Returns the last one. */
function slice<Result>(steps: Steps<Result>, length = SLICE_MS): IteratorResult<unknown, Result> {
  // Timers that are due may fire again and again in a round. A Worker may have no rounds.
  if (spent === 0) (Object(globalThis).setImmediate ?? setTimeout)(beginRound);
  const before = spent;
  const began = performance.now();
  try {
    return stepsUntil(began + length, steps);
  } finally {
    spent = before + performance.now() - began;
  }
}

function stepsUntil<Result>(time: number, steps: Steps<Result>): IteratorResult<unknown, Result> {
  const before = end;
  end = time;
  try {
    for (;;) {
      const step = steps.next();
      if (step.done || isDue()) return step;
    }
  } finally {
    end = before;
  }
}

/** Tells whether work that has waited may take more time in this round. */
function isTimeLeft(): boolean {
  return spent < SLICE_MS;
}

/**
 * Waits until this work is the first in a queue and may go on. All work looks by timers of its own: in a Worker, a timer ends with the
 * request that has set it, and others go on without that work.
 */
async function turn(queue: Set<object>, mayGoOn: () => boolean, signal?: AbortSignal): Promise<void> {
  const me = {};
  queue.add(me);
  let seen = 0;
  let looks = 0;
  while (!signal?.aborted) {
    await timer(queue.size > MAX_BEGUN ? MANY_MS : 0);
    if (isHeldBack) continue;
    const [next = me] = queue;
    if (next === me && mayGoOn()) break;
    looks = slices === seen ? looks + 1 : 0;
    seen = slices;
    if (looks < MAX_LOOKS) continue;
    if (next !== me) queue.delete(next);
    usual.begun.clear();
    large.begun.clear();
    beginRound();
    looks = 0;
  }
  queue.delete(me);
  signal?.throwIfAborted();
}

/** Waits at least this long, and until others have had their turn. */
export function timer(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Does work without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  return stepsUntil(Number.POSITIVE_INFINITY, steps).value as Result;
}

/** Work that is done once for all who ask for its result: whoever has a turn takes its next step. Work that fails begins anew. */
export function sharedSteps<Result>(make: () => Steps<Result>): () => Steps<Result> {
  let made: { readonly result: Result } | undefined;
  let steps: Steps<Result> | undefined;
  return function* () {
    while (!made) {
      steps ??= make();
      let step: IteratorResult<unknown, Result>;
      try {
        step = steps.next();
      } catch (error) {
        steps = undefined;
        throw error;
      }
      if (step.done) made = { result: step.value };
      else yield;
    }
    return made.result;
  };
}

/** Takes steps, each by a function that counts them, or limits what is done in them. */
export function* stepsBy<Result>(
  take: (next: () => IteratorResult<unknown, Result>) => IteratorResult<unknown, Result>,
  steps: Steps<Result>,
): Steps<Result> {
  for (;;) {
    const step = take(() => steps.next());
    if (step.done) return step.value;
    yield;
  }
}

/** Does work, and then changes its result. */
export function* afterSteps<Result, Next>(
  steps: Steps<Result>,
  change: (result: Result) => Next,
): Steps<Next> {
  return change(yield* steps);
}

/**
 * Recursive work that stops when a step has been long enough. Each loop that is open then leaves the rest of itself here, the
 * innermost first, and returns; what is left is done later in that order.
 */
export class Rests {
  readonly #waiting: (() => void)[] = [];

  leave(rest: () => void): void {
    this.#waiting.push(rest);
  }

  /** The number of those that have been left since the last step began. */
  get count(): number {
    return this.#waiting.length;
  }

  /** Does what is left, with a step before each. */
  *inSteps(): Steps<void> {
    const open: (() => void)[] = [];
    for (;;) {
      while (this.#waiting.length > 0) open.push(defined(this.#waiting.pop()));
      const next = open.pop();
      if (!next) return;
      yield;
      next();
    }
  }
}

/** Makes something of each item in steps, with a step after each. */
export function* eachInSteps<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Steps<Made>,
): Steps<Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    made.push(yield* make(item));
    if (isDue()) yield;
  }
  return made;
}

/** Changes the values of an object in steps, with a step after each. */
export function* mapInSteps<Value, Changed>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Steps<Changed>,
): Steps<Record<string, Changed>> {
  const changed: [string, Changed][] = [];
  for (const [name, value] of Object.entries(values)) {
    changed.push([name, yield* change(value, name)]);
    yield;
  }
  return Object.fromEntries(changed);
}

/** The levels of a value that are written as JSON in a step for each member: those of a document down to the values of an `enum`. */
const LEVELS = 12;

/** Writes what `JSON.stringify` writes, in steps. */
export function* jsonInSteps(value: unknown): Steps<string> {
  let text = '';
  yield* addJson(value, (each) => {
    text += each;
  });
  return text;
}

/** Adds what `JSON.stringify` writes of a value that it doesn't leave out, in steps. */
export function* addJson(value: unknown, add: (text: string) => void, levels = LEVELS): Steps<void> {
  // What says itself how it is written, such as a date or a number with all its digits, has no members to be written.
  const hasMembers = typeof value === 'object' && value !== null && !('toJSON' in value);
  if (levels === 0 || !hasMembers) return add(JSON.stringify(value) ?? 'null');
  const isList = Array.isArray(value);
  const whole = Object(value);
  let before = '';
  add(isList ? '[' : '{');
  // A list of all entries would take long itself.
  for (const name in whole) {
    if (!isList && whole[name] === undefined) continue;
    add(isList ? before : `${before}${JSON.stringify(name)}:`);
    before = ',';
    yield* addJson(whole[name], add, levels - 1);
    yield;
  }
  add(isList ? ']' : '}');
}

/** The characters of a chunk: some milliseconds of work, sent at once. */
const PIECE_LENGTH = 32 * 1024;

/** Joins short texts into chunks, each made in steps. */
export async function* piecesInTurns(texts: Iterable<string>): AsyncIterable<string> {
  const iterator = texts[Symbol.iterator]();
  for (;;) {
    const piece = await inTurns(nextPiece(iterator));
    if (piece === '') return;
    yield piece;
  }
}

/** Makes the next chunk; an empty one at the end. */
function* nextPiece(texts: Iterator<string>): Steps<string> {
  let piece = '';
  while (piece.length < PIECE_LENGTH) {
    const { done, value } = texts.next();
    if (done) break;
    piece += value;
    yield;
  }
  return piece;
}
