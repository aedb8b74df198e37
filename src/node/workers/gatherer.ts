import type { Worker } from 'node:cluster';
import { addUp } from '../metrics.ts';
import { type Figures, type FromWorker, tellWorker } from './messages.ts';

/** The time that a worker may take to count, in milliseconds. */
const GATHER_TIMEOUT_MS = 2000;

/** Returns the function that tells a worker the figures of all that work. */
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

/** Undefined where the worker ends before it has counted. */
function figuresOf(worker: Worker): Promise<Figures | undefined> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(late);
      worker.off('message', hear).off('exit', end);
    };
    const give = (figures?: Figures) => {
      finish();
      resolve(figures);
    };
    const hear = (message: FromWorker) => message.says === 'counted' && give(message.figures);
    const end = () => give();
    const late = setTimeout(() => {
      finish();
      reject(new Error('a worker takes too long to count'));
    }, GATHER_TIMEOUT_MS);
    worker.on('message', hear).on('exit', end);
    tellWorker(worker, { says: 'count' });
  });
}
