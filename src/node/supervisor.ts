import cluster, { type Worker } from 'node:cluster';
import type { FromWorker, ToWorker } from './messages.ts';
import type { Gather } from './metrics.ts';

/** A worker that ends sooner than this has not worked, in milliseconds. */
const shortLife = 1000;
/** So many of those in a row, and there is no point in starting another. */
const mostShortLives = 5;
const longestPause = 5000;
/** How much longer than the workers the supervisor waits for them, in milliseconds. */
const margin = 500;

export interface SupervisorOptions {
  readonly count: number;
  /** Gives the figures of all workers, where somebody may ask a worker for them. */
  readonly gather?: Gather | undefined;
  /** All workers listen for the first time, on this port. */
  onListening(port: number): void;
  /** A worker has ended that should not have. */
  onDeath(worker: Worker): void;
  /** There is no use in going on: the workers can't listen, for the reason given, or end as soon as they start. */
  onFailure(sentence: string | undefined): void;
}

export interface Supervisor {
  /** Lets every worker answer what it was asked, for at most so many milliseconds. */
  stop(deadline: number): Promise<void>;
}

/** Runs workers on one port, and replaces those that end. */
export function supervise(options: SupervisorOptions): Supervisor {
  let stopping = false;
  let shortLives = 0;
  let awaited = options.count;

  function start(): void {
    const began = performance.now();
    const worker = cluster.fork();
    worker.once('listening', ({ port }) => {
      awaited--;
      if (awaited === 0) options.onListening(port);
    });
    worker.on('message', (message: FromWorker) => hear(worker, message));
    worker.once('exit', () => {
      if (!stopping) replace(worker, performance.now() - began);
    });
  }

  function hear(worker: Worker, message: FromWorker): void {
    if (message.says === 'failed') fail(message.sentence);
    if (message.says === 'gather')
      options.gather?.().then(
        (text) => tell(worker, { says: 'figures', text }),
        () => tell(worker, { says: 'figures' }),
      );
  }

  function replace(worker: Worker, lived: number): void {
    options.onDeath(worker);
    shortLives = lived < shortLife ? shortLives + 1 : 0;
    if (shortLives === mostShortLives) fail(undefined);
    else setTimeout(() => stopping || start(), Math.min(100 * 2 ** shortLives, longestPause));
  }

  function fail(sentence: string | undefined): void {
    if (stopping) return;
    stopping = true;
    options.onFailure(sentence);
  }

  for (let n = 0; n < options.count; n++) start();
  return {
    stop(deadline) {
      stopping = true;
      return stopAll(deadline);
    },
  };
}

async function stopAll(deadline: number): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const ended = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
  const last = setTimeout(() => {
    for (const worker of workers) worker.process.kill('SIGKILL');
  }, deadline + margin);
  for (const worker of workers) tell(worker, { says: 'stop', deadline });
  await Promise.all(ended);
  clearTimeout(last);
}

/** A worker that is just ending can't be told anything any more. */
function tell(worker: Worker, message: ToWorker): void {
  worker.send(message, () => {});
}
