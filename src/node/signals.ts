/**
 * Acts on the first signal to stop. Whoever can't wait for what that takes sends another, which ends the process at
 * once.
 */
export function onSignal(act: () => void): void {
  let signalled = false;
  const take = () => {
    if (signalled) process.exit(1);
    signalled = true;
    act();
  };
  process.on('SIGTERM', take).on('SIGINT', take);
  if (process.env.npm_lifecycle_event === 'start') onceOrphaned(() => signalled || take());
}

/**
 * npm puts a shell between itself and the scripts that it runs, and passes signals to the shell, which ends without
 * passing them on. All that shows of a signal to `npm start` is that the shell has gone.
 */
function onceOrphaned(act: () => void): void {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    act();
  }, 100).unref();
}
