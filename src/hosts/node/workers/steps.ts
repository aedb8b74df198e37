import type { Worker } from 'node:cluster';
import type { StopStep } from '../stop.ts';
import { tellWorker } from './messages.ts';

/** The steps of stopping. All workers have to reach a step before any of them goes on. */
interface StopSteps {
  reach(worker: Worker, step: StopStep): void;
  /** Checks again after a worker has exited. */
  check(): void;
}

/** Lets the living workers take these steps together. */
export function stopSteps(living: ReadonlySet<Worker>): StopSteps {
  const reached = new Map<StopStep, Set<Worker>>();

  function check(): void {
    for (const [step, workers] of reached) {
      if (![...living].every((worker) => workers.has(worker))) continue;
      reached.delete(step);
      for (const worker of living) tellWorker(worker, { says: 'goOn', step });
    }
  }

  return {
    reach(worker, step) {
      reached.set(step, (reached.get(step) ?? new Set()).add(worker));
      check();
    },
    check,
  };
}
