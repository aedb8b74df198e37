/** The answers of somebody who may be too busy to answer at once, such as a thread whose event loop is saturated. */

/** The time without an answer after which whoever is asked counts as hung, in milliseconds. */
const HUNG_MS = 30_000;

/**
 * Returns a function that asks, and returns the answer, or the one before it if that takes more than `patience` milliseconds;
 * undefined if none comes any more. It asks once beforehand, while nobody is busy.
 */
export function latest<T>(ask: () => Promise<T>, patience: number): () => Promise<T | undefined> {
  let last: T | undefined;
  let open: { readonly since: number; readonly answered: Promise<void> } | undefined = begin();

  function begin() {
    return { since: performance.now(), answered: take() };
  }

  async function take(): Promise<void> {
    last = await ask();
    open = undefined;
  }

  return async () => {
    open ??= begin();
    await within(open.answered, last === undefined ? HUNG_MS : patience);
    const isHung = open !== undefined && performance.now() - open.since >= HUNG_MS;
    return isHung ? undefined : last;
  };
}

/** Waits for a promise, or until a time has passed. */
async function within(promise: Promise<void>, ms: number): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    late = setTimeout(resolve, ms);
  });
  await Promise.race([promise, over]);
  clearTimeout(late);
}
