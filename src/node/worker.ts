import type { FromWorker, ToWorker } from './messages.ts';

/** The first process, as its workers see it. */
export interface Supervision {
  /** Its word to stop counts, and not the signal that a terminal sends to every process in it. */
  onStop(act: (deadline: number) => void): void;
  /** The figures of all workers. */
  gather(): Promise<string>;
  /** Says why this worker can't work, and ends it. */
  fail(sentence: string): Promise<never>;
}

/** Makes this process a worker. */
export function obeySupervisor(): Supervision {
  const ignore = () => {};
  process.on('SIGTERM', ignore).on('SIGINT', ignore);
  let asking: Promise<string> | undefined;
  return {
    onStop: (act) => process.on('message', (told: ToWorker) => told.says === 'stop' && act(told.deadline)),
    gather() {
      asking ??= nextFigures().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    async fail(sentence) {
      await tell({ says: 'failed', sentence });
      process.exit(1);
    },
  };
}

async function nextFigures(): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    const hear = (told: ToWorker) => {
      if (told.says !== 'figures') return;
      process.off('message', hear);
      if (told.text === undefined) reject(new Error('a worker did not give its figures'));
      else resolve(told.text);
    };
    process.on('message', hear);
  });
  await tell({ says: 'gather' });
  return answer;
}

function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
