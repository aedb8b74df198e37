/** True where it is npm that runs this process. */
const underNpm = process.env.npm_lifecycle_event !== undefined;

/** The time after the first signal in which another may be the same one, passed on by npm besides, in milliseconds. */
const echo = underNpm ? 250 : 0;

/**
 * Waits for the first signal to stop. Whoever can't wait for what that takes sends another, which ends the process at
 * once.
 */
export function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const take = () => {
      if (first !== undefined && performance.now() - first > echo) process.exit(1);
      first ??= performance.now();
      resolve();
    };
    process.on('SIGTERM', take).on('SIGINT', take);
    if (underNpm) onceOrphaned(resolve);
  });
}

/** Acts whenever the process is told to read its files again. */
export function onReload(act: () => void): void {
  process.on('SIGHUP', act);
}

/**
 * npm puts a shell between itself and what it runs, and passes signals to the shell, which ends without passing them
 * on. All that shows of a signal to `npm start` or `npx assay` is that the shell has gone.
 */
function onceOrphaned(act: () => void): void {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    act();
  }, 100).unref();
}
