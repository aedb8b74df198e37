import type { Worker } from 'node:cluster';
import { addUp } from '../metrics.ts';
import { type Figures, type FromWorker, tellWorker } from './messages.ts';

/** The time limit for a worker's metrics, in milliseconds. */
const GATHER_TIMEOUT_MS = 2000;

/** Returns a function that sends a worker the metrics of all workers. */
export function gatherer(working: ReadonlySet<Worker>): (asking: Worker) => Promise<void> {
  let gathering: Promise<string | undefined> | undefined;

  async function gather(): Promise<string> {
    const all = await Promise.all([...working].map(figuresOf));
    return addUp(all.filter((figures) => figures !== undefined));
  }

  return async (asking) => {
    gathering ??= gather()
      .catch(() => undefined)
      .finally(() => {
        gathering = undefined;
      });
    const text = await gathering;
    tellWorker(asking, text === undefined ? { says: 'figures' } : { says: 'figures', text });
  };
}

/** Returns the metrics of a worker; undefined if it exits first. */
function figuresOf(worker: Worker): Promise<Figures | undefined> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(late);
      worker.off('message', onMessage).off('exit', onExit);
    };
    const settle = (figures?: Figures) => {
      finish();
      resolve(figures);
    };
    const onMessage = (message: FromWorker) => message.says === 'counted' && settle(message.figures);
    const onExit = () => settle();
    const late = setTimeout(() => {
      finish();
      reject(new Error('a worker takes too long to count'));
    }, GATHER_TIMEOUT_MS);
    worker.on('message', onMessage).on('exit', onExit);
    tellWorker(worker, { says: 'count' });
  });
}
