import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createApp } from '../app.ts';
import { metricsRoute } from '../hosts/node/metrics.ts';
import { explain } from '../hosts/node/place.ts';
import { startService } from '../hosts/node/service.ts';
import { readiness } from '../http/core.ts';
import { hosting } from '../http/hosting.ts';
import { defaultPaths } from '../options.ts';
import { defined } from '../text/guards.ts';
import type { AdminPlace, Answer, FromThread, Question } from './admin.ts';
import { latest } from './latest.ts';

/** The time to wait for what the service says now, rather than take what it said last, in milliseconds. */
const PATIENCE_MS = 500;

/** Serves health, readiness and metrics in a thread: connections to the service do not count there. */
export async function runAdminThread(): Promise<void> {
  const { title, version, port, host, hasMetrics }: AdminPlace = workerData;
  const main = defined(parentPort);
  const tell = (message: FromThread) => main.postMessage(message);
  const ask = asker(main, tell);
  const probe = (path: string, question: Question, patience: number) => {
    const get = latest(() => ask(question), patience);
    const isTrue = async () => (await get()) === true;
    return readiness(path, () => true, isTrue);
  };
  const metrics = latest(() => ask('metrics'), PATIENCE_MS);
  const gather = async () => String(defined(await metrics()));
  const none = {
    docs: false,
    errors: false,
    openapi: false,
    cases: false,
    livez: false,
    readyz: false,
  } as const;
  const app = createApp({ title, version, endpoints: {} }, {}, { routes: none, cors: 'off' });
  const routes = [
    probe(defaultPaths.livez, 'isLive', 0),
    probe(defaultPaths.readyz, 'isReady', PATIENCE_MS),
    ...(hasMetrics ? [metricsRoute(gather)] : []),
  ];
  await startService(app[hosting], { port, host, isBeside: true }, { routes }).then(
    ({ origin }) => tell({ says: 'started', origin }),
    (error) => tell({ says: 'failed', sentence: explain(error, title, { port, host }) }),
  );
}

/** Returns the function that asks the main thread. A question is not asked again before its answer has come. */
function asker(
  main: MessagePort,
  tell: (message: FromThread) => void,
): (question: Question) => Promise<Answer['answer']> {
  const asked = new Map<Question, (answer: Answer['answer']) => void>();
  main.on('message', ({ question, answer }: Answer) => asked.get(question)?.(answer));
  return (question) =>
    new Promise((resolve) => {
      asked.set(question, resolve);
      tell({ says: 'asks', question });
    });
}
