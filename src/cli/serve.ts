import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { inspect } from 'node:util';
import type { PageFiles } from '../http/file.ts';
import { readPageFiles } from '../node/files.ts';
import { explain, originOf } from '../node/listen.ts';
import { type Log, openLog } from '../node/log/log.ts';
import { print } from '../node/log/print.ts';
import { type Gather, openMetrics } from '../node/metrics.ts';
import { type ServiceOptions, startService } from '../node/service.ts';
import { firstSignal } from '../node/signals.ts';
import { supervise } from '../node/workers/primary.ts';
import { obeySupervisor } from '../node/workers/worker.ts';
import { service } from '../practice/contract/service.ts';
import type { Settings } from './settings.ts';

/** Serves until it is told to stop: alone, as one of several workers, or as the one that looks after them. */
export async function serve(settings: Settings): Promise<void> {
  const log = openLog({ level: settings.logLevel, format: settings.logFormat });
  if (!cluster.isWorker) complainOf(readPageFiles());
  const count = settings.workers === 'auto' ? availableParallelism() : settings.workers;
  if (cluster.isWorker) await runWorker(settings, log);
  else if (count > 1) await runPrimary(count, settings, log);
  else await runAlone(settings, log);
}

/** The service goes on without its page. */
function complainOf({ fault }: PageFiles): void {
  if (fault !== undefined) print(process.stderr, `${fault}\n`);
}

async function runAlone(settings: Settings, log: Log): Promise<void> {
  const signal = firstSignal();
  const starting = startService(settings, await optionsOf(settings, log));
  const { origin, stop } = await starting.catch((error) => fail(log, explain(error, settings)));
  logStart(log, origin);
  await signal;
  await end(log, () => stop(settings.stopDeadline));
}

async function runWorker(settings: Settings, log: Log): Promise<void> {
  const supervision = obeySupervisor();
  const options = await optionsOf(settings, log, supervision.gather);
  if (options.metrics) supervision.onCount(options.metrics.figures);
  const starting = startService(settings, options);
  const { stop } = await starting.catch((error) => supervision.fail(explain(error, settings)));
  const { deadline } = await supervision.stopped;
  await stop(deadline);
  await log.end();
  process.exit(0);
}

async function runPrimary(count: number, settings: Settings, log: Log): Promise<void> {
  const signal = firstSignal();
  const supervisor = supervise({
    count,
    onListening: (port) => logStart(log, originOf({ ...settings, port }), ` with ${count} workers`),
    onDeath: ({ process: { pid, exitCode, signalCode } }) =>
      log.error({ worker: pid, code: exitCode ?? signalCode ?? undefined }, 'A worker has ended by itself'),
    onFailure: async (sentence = 'Assay gives up: its workers end as soon as they start') => {
      await supervisor.stop(0);
      await fail(log, sentence);
    },
  });
  await signal;
  await end(log, () => supervisor.stop(settings.stopDeadline));
}

async function optionsOf(settings: Settings, log: Log, gather?: Gather): Promise<ServiceOptions> {
  return {
    app: {
      cors: settings.cors,
      limits: {
        body: settings.bodyLimit,
        depth: settings.depthLimit,
        target: settings.targetLimit,
        headers: settings.headerLimit,
        headerBytes: settings.headerBytesLimit,
      },
      onBug: (bug, id) => log.error({ id, error: inspect(bug) }, 'A bug'),
    },
    timeouts: settings,
    log: settings.logLevel === 'silent' ? undefined : log,
    metrics: settings.metrics ? await openMetrics(gather) : undefined,
  };
}

function logStart(log: Log, origin: string, how = ''): void {
  log.info(
    {},
    `${service.title} ${service.version} listens on ${origin}${how}, documentation at ${origin}/docs`,
  );
}

async function end(log: Log, stop: () => Promise<void>): Promise<never> {
  log.info({}, `${service.title} stops`);
  await stop();
  log.info({}, `${service.title} has stopped`);
  await log.end();
  process.exit(0);
}

async function fail(log: Log, sentence: string): Promise<never> {
  print(process.stderr, `${sentence}\n`);
  await log.end();
  process.exit(1);
}
