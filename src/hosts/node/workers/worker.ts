import { setTimeout as wait } from 'node:timers/promises';
import type { LoadedDocument } from '../documents.ts';
import type { StopStep } from '../stop.ts';
import type { Certificate } from '../tls.ts';
import type { Answers, FromWorker, Question, ToWorker } from './messages.ts';

/** The first process, as its workers see it. */
interface Supervision {
  /** Waits until the first process says to stop. A signal is ignored, since a terminal sends it to every process. */
  readonly stopped: Promise<{ readonly deadline: number }>;
  /** Reports that this worker listens. */
  started(origin: string): void;
  /** Waits for the certificate, then uses it and all that replace it. */
  followCertificate(use: (certificate: Certificate) => void): Promise<void>;
  /** Reloads what is served, whenever the first process asks for it. */
  onReload(reload: () => Promise<unknown>): void;
  /** Waits until all workers have reached a step of stopping. */
  agree(step: StopStep): Promise<void>;
  /** Answers what the first process asks about this worker. */
  onQuestion(answers: { readonly [Q in Question]: () => Promise<Answers[Q]> }): void;
  /** Returns the metrics of all workers. */
  gather(): Promise<string>;
  /** Reports why this worker cannot work, and ends it. */
  fail(sentence: string): Promise<never>;
}

/** Makes this process a worker. */
export function obeySupervisor(): Supervision {
  const ignore = () => {};
  process.on('SIGTERM', ignore).on('SIGINT', ignore).on('SIGHUP', ignore);
  let asking: Promise<string> | undefined;
  return {
    stopped: waitFor('stop'),
    started: (origin) => void send({ says: 'started', origin }),
    async followCertificate(use) {
      const first = waitFor('certificate');
      process.on(
        'message',
        (message: ToWorker) => message.says === 'certificate' && use(message.certificate),
      );
      await send({ says: 'needsCertificate' });
      await first;
    },
    onReload(reload) {
      const answer = () => reload().then(() => send({ says: 'reloaded' }));
      process.on('message', ({ says }: ToWorker) => says === 'reload' && answer());
    },
    async agree(step) {
      const all = waitFor('goOn');
      await send({ says: 'reached', step });
      await all;
    },
    onQuestion(answers) {
      // A process that waits for an answer has a time limit.
      const answer = (question: Question) =>
        answers[question]().then(
          (found) => send({ says: 'answer', question, answer: found }),
          () => {},
        );
      process.on('message', (message: ToWorker) => message.says === 'ask' && answer(message.question));
    },
    gather() {
      asking ??= Promise.race([askForFigures(), tooLate()]).finally(() => {
        asking = undefined;
      });
      return asking;
    },
    async fail(sentence) {
      await send({ says: 'failed', sentence });
      process.exit(1);
    },
  };
}

/** Asks the first process for the last valid document: the file may have become invalid since. */
export async function askForDocument(): Promise<LoadedDocument> {
  const answer = waitFor('document');
  await send({ says: 'needsDocument' });
  const { document } = await answer;
  const files = new Map(document.files);
  return { address: document.address, document: files.get(document.address), files };
}

/** The time limit for the metrics of all workers, in milliseconds. */
const GATHER_TIMEOUT_MS = 2000;

async function tooLate(): Promise<never> {
  await wait(GATHER_TIMEOUT_MS, undefined, { ref: false });
  throw new Error('A worker takes too long to count');
}

async function askForFigures(): Promise<string> {
  const answer = waitFor('figures');
  await send({ says: 'gather' });
  return (await answer).text;
}

type Message<Says> = Extract<ToWorker, { says: Says }>;

/** Waits for a message of the first process. */
function waitFor<Says extends ToWorker['says']>(says: Says): Promise<Message<Says>> {
  return new Promise((resolve) => {
    const onMessage = (message: ToWorker) => {
      if (message.says !== says) return;
      process.off('message', onMessage);
      resolve(message as Message<Says>);
    };
    process.on('message', onMessage);
  });
}

function send(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}
