import type { Worker } from 'node:cluster';
import { defined } from '../../../text/guards.ts';
import type { LoadedDocument } from '../documents.ts';
import { addUp } from '../metrics.ts';
import { loadCluster } from '../process.ts';
import type { StopStep } from '../stop.ts';
import type { Certificate } from '../tls.ts';
import { type Answers, type FromWorker, type Question, tellWorker } from './messages.ts';

/** The shortest life of a worker that has worked, in milliseconds. One that never listened has not worked. */
const MIN_LIFE_MS = 1000;
/** The number of short lives in a row after which there is no point in starting another worker. */
const MAX_SHORT_LIVES = 5;
const MAX_RESTART_DELAY_MS = 5000;
/** The time that workers have to exit after their deadline, in milliseconds. */
const KILL_MARGIN_MS = 500;

interface SupervisorOptions {
  readonly count: number;
  /** The certificate, for a service with TLS. */
  readonly certificate: Certificate | undefined;
  /** Returns the last valid document, if one is watched. */
  readonly document: (() => LoadedDocument) | undefined;
  /** Called when all workers listen for the first time, at this address. */
  onListening(origin: string): void;
  /** Called when a worker has exited unexpectedly. */
  onDeath(worker: Worker): void;
  /**
   * Called when there is no point in going on: the workers cannot listen, for the given reason, or exit as soon as they start.
   */
  onFailure(sentence: string | undefined): void;
}

interface Supervisor {
  /** Returns true while all workers answer; fails if one does not. */
  isLive(): Promise<boolean>;
  /** Returns true while all workers listen and are ready. */
  isReady(): Promise<boolean>;
  /** Returns the metrics of all workers. */
  gather(): Promise<string>;
  /** Lets all workers answer their requests, for at most this many milliseconds. */
  stop(deadline: number): Promise<void>;
  /** Sends a new certificate to all workers, including future ones. */
  useCertificate(certificate: Certificate): void;
  /** Lets all workers reload what is served, and waits until those that work have done so. */
  reload(): Promise<void>;
}

/** Runs workers on one port, and replaces those that exit. */
export function supervise(options: SupervisorOptions): Supervisor {
  const cluster = loadCluster();
  const living = new Set<Worker>();
  const working = new Set<Worker>();
  const gather = gatherer(working);
  // A worker that asks has a time limit of its own, and goes without an answer after it.
  const gatherFor = (asking: Worker) =>
    gather().then(
      (text) => tellWorker(asking, { says: 'figures', text }),
      () => {},
    );
  const steps = stopSteps(living);
  let stopping = false;
  let shortLives = 0;
  let awaited = options.count;
  let { certificate } = options;
  let reloads = 0;

  function start(): void {
    const began = performance.now();
    const reloadsBefore = reloads;
    const worker = cluster.fork();
    const over = () => {
      const hasWorked = working.has(worker) && performance.now() - began >= MIN_LIFE_MS;
      living.delete(worker);
      working.delete(worker);
      steps.check();
      if (!stopping) replace(worker, hasWorked);
    };
    living.add(worker);
    worker.on('message', (message: FromWorker) => {
      if (message.says === 'started') takeUp(worker, message.origin, reloads > reloadsBefore);
      if (message.says === 'failed') fail(message.sentence);
      if (message.says === 'needsCertificate') giveCertificate(worker);
      if (options.document && message.says === 'needsDocument') giveDocument(worker, options.document());
      if (message.says === 'gather') gatherFor(worker);
      if (message.says === 'reached') steps.reach(worker, message.step);
    });
    worker.once('exit', over);
    // A worker that could not even be started never exits.
    /* v8 ignore next -- @preserve: the system lacks resources for a process */
    worker.on('error', () => worker.process.pid === undefined && over());
  }

  function takeUp(worker: Worker, origin: string, isOutdated: boolean): void {
    working.add(worker);
    if (isOutdated) tellWorker(worker, { says: 'reload' });
    awaited--;
    if (awaited === 0 && !stopping) options.onListening(origin);
  }

  function giveCertificate(worker: Worker): void {
    tellWorker(worker, { says: 'certificate', certificate: defined(certificate) });
  }

  function replace(worker: Worker, hasWorked: boolean): void {
    options.onDeath(worker);
    shortLives = hasWorked ? 0 : shortLives + 1;
    if (shortLives === MAX_SHORT_LIVES) fail(undefined);
    else startIn(Math.min(100 * 2 ** shortLives, MAX_RESTART_DELAY_MS));
  }

  function startIn(delay: number): void {
    /* v8 ignore next -- @preserve: a stop in the moment before a restart */
    setTimeout(() => stopping || start(), delay);
  }

  function fail(sentence: string | undefined): void {
    if (stopping) return;
    stopping = true;
    options.onFailure(sentence);
  }

  for (let n = 0; n < options.count; n++) start();
  return {
    async isLive() {
      await askAll(working, 'live');
      return true;
    },
    async isReady() {
      const isComplete = !stopping && working.size === options.count;
      return isComplete && (await askAll(working, 'ready')).every((isReady) => isReady);
    },
    gather,
    stop(deadline) {
      stopping = true;
      return stopAll([...living], deadline);
    },
    useCertificate(renewed) {
      certificate = renewed;
      for (const worker of living) giveCertificate(worker);
    },
    async reload() {
      reloads++;
      await Promise.all([...working].map(reloadWorker));
    },
  };
}

function giveDocument(worker: Worker, { address, files }: LoadedDocument): void {
  tellWorker(worker, { says: 'document', document: { address, files: [...files] } });
}

/** Lets a worker reload, and waits until it has done so, or exits. */
function reloadWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const onMessage = ({ says }: FromWorker) => says === 'reloaded' && finish();
    const finish = () => {
      worker.off('message', onMessage).off('exit', finish);
      resolve();
    };
    worker.on('message', onMessage).on('exit', finish);
    tellWorker(worker, { says: 'reload' });
  });
}

async function stopAll(workers: readonly Worker[], deadline: number): Promise<void> {
  const last = setTimeout(() => {
    for (const worker of workers) worker.process.kill('SIGKILL');
  }, deadline + KILL_MARGIN_MS);
  await Promise.all(workers.map((worker) => stopWorker(worker, deadline)));
  clearTimeout(last);
}

/** Stops a worker. One that is still starting cannot get messages yet, so it is told again later. */
function stopWorker(worker: Worker, deadline: number): Promise<unknown> {
  const order = { says: 'stop', deadline } as const;
  tellWorker(worker, order);
  worker.once('listening', () => tellWorker(worker, order));
  return new Promise((resolve) => worker.once('exit', resolve));
}

/** Returns a function that gathers the metrics of all workers, once for all who ask at the same time. */
function gatherer(working: ReadonlySet<Worker>): () => Promise<string> {
  let gathering: Promise<string> | undefined;

  async function gather(): Promise<string> {
    const all = await askAll(working, 'figures');
    return addUp(all.filter((figures) => figures !== undefined));
  }

  return () => {
    gathering ??= gather().finally(() => {
      gathering = undefined;
    });
    return gathering;
  };
}

/** The time limit for the answer of a worker, in milliseconds. */
const ANSWER_TIMEOUT_MS = 30_000;

function askAll<Q extends Question>(
  workers: Iterable<Worker>,
  question: Q,
): Promise<(Answers[Q] | undefined)[]> {
  return Promise.all([...workers].map((worker) => ask(worker, question)));
}

/** Asks a worker about itself. The answer is undefined if it exits first. */
function ask<Q extends Question>(worker: Worker, question: Q): Promise<Answers[Q] | undefined> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(late);
      worker.off('message', onMessage).off('exit', onExit);
    };
    const settle = (answer?: Answers[Q]) => {
      finish();
      resolve(answer);
    };
    const onMessage = (message: FromWorker) =>
      message.says === 'answer' && message.question === question && settle(message.answer as Answers[Q]);
    const onExit = () => settle();
    const late = setTimeout(() => {
      finish();
      reject(new Error('A worker takes too long to answer'));
    }, ANSWER_TIMEOUT_MS);
    worker.on('message', onMessage).on('exit', onExit);
    tellWorker(worker, { says: 'ask', question });
  });
}

/** The steps of stopping. All workers have to reach a step before any of them goes on. */
interface StopSteps {
  reach(worker: Worker, step: StopStep): void;
  /** Checks again after a worker has exited. */
  check(): void;
}

/** Lets the living workers take these steps together. */
function stopSteps(living: ReadonlySet<Worker>): StopSteps {
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
