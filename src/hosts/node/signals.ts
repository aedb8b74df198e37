/** True if npm runs this process. */
const underNpm = process.env.npm_lifecycle_event !== undefined;

/** The time after the first signal in which npm may pass on the same signal again, in milliseconds. */
const echo = underNpm ? 250 : 0;

/** Waits for the first signal to stop. A second one ends the process at once, for those who cannot wait. */
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

/**
 * Keeps SIGHUP from ending this process, and acts instead: to a service it says to reload its files. In a terminal it says that
 * the terminal was closed, and still ends the process.
 */
export function surviveHangup(act: () => void = () => {}): void {
  /* v8 ignore next -- @preserve: tests run without a terminal */
  if (!process.stdin.isTTY) process.on('SIGHUP', act);
}

/** Acts whenever the process is told to reload its files. */
export function onReload(act: () => void): void {
  process.on('SIGHUP', act);
}

/**
 * Detects that npm was told to stop. npm runs this process in a shell, and passes signals to the shell, which exits without
 * passing them on. So the only sign of a signal to `npm start` or `npx assay` is that the shell is gone.
 */
function onceOrphaned(act: () => void): void {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    act();
  }, 100).unref();
}
