/** The next thing on a connection: another step, waiting for more bytes, or the end of our side. */
export type Step = 'again' | 'more' | 'end';

/** Waits for the next round of the event loop, so that others get their turn. */
export function nextTurn(): Promise<Step> {
  return new Promise((resolve) => setImmediate(() => resolve('again')));
}
