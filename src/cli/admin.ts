import type { Gather } from '../hosts/node/metrics.ts';
import type { Hosting } from '../http/hosting.ts';

/**
 * Starts the thread that answers whoever monitors the service, and tells it what it asks. Its listener does not share the event
 * loop of the service, so it answers however busy that is.
 */

/** What the thread asks about the service. */
interface Monitored {
  isLive(): Promise<boolean>;
  isReady(): Promise<boolean>;
  /** Returns the metrics, if they are switched on. */
  readonly metrics: Gather | undefined;
}

export type Question = keyof Monitored;

/** What the thread is started with. */
export interface AdminPlace extends Pick<Hosting, 'title' | 'version'> {
  readonly port: number;
  readonly host: string;
  readonly hasMetrics: boolean;
}

/** Messages from the thread: where it listens, why it can't, or a question. */
export type FromThread =
  | { readonly says: 'started'; readonly origin: string }
  | { readonly says: 'failed'; readonly sentence: string }
  | { readonly says: 'asks'; readonly question: Question };

/** The answer to a question; undefined if there is none. */
export interface Answer {
  readonly question: Question;
  readonly answer: boolean | string | undefined;
}

/** Starts the thread, and returns the address at which it listens. Throws if it can't, with the reason in one sentence. */
export async function startAdmin(
  { title, version }: Hosting,
  { port, host }: Pick<AdminPlace, 'port' | 'host'>,
  monitored: Monitored,
): Promise<string> {
  const { Worker } = await import('node:worker_threads');
  const place: AdminPlace = { title, version, port, host, hasMetrics: monitored.metrics !== undefined };
  const thread = new Worker(new URL('../entries/admin.js', import.meta.url), { workerData: place });
  const answer = async (question: Question) => {
    const found = await monitored[question]?.().catch(() => undefined);
    thread.postMessage({ question, answer: found } satisfies Answer);
  };
  return new Promise((resolve, reject) => {
    thread.on('message', (message: FromThread) => {
      if (message.says === 'started') resolve(message.origin);
      else if (message.says === 'failed') reject(new Error(message.sentence));
      else void answer(message.question);
    });
  });
}
