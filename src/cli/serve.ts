import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { inspect } from 'node:util';
import type { PageFiles } from '../http/file.ts';
import type { Hosting } from '../http/hosting.ts';
import { readPageFiles } from '../node/files.ts';
import { explain, originOf } from '../node/listen.ts';
import { type Log, openLog } from '../node/log/log.ts';
import { print } from '../node/log/print.ts';
import { type Gather, openMetrics } from '../node/metrics.ts';
import { type RunOptions, startService } from '../node/service.ts';
import { firstSignal } from '../node/signals.ts';
import { supervise } from '../node/workers/primary.ts';
import { obeySupervisor } from '../node/workers/worker.ts';
import type { ServeCommand } from './options.ts';

/** An app that is to be served, and how. */
interface Run extends ServeCommand {
  readonly app: Hosting;
  readonly log: Log;
}

/** Serves an app until it is told to stop: alone, as one of several workers, or as the process that looks after them. */
export async function serve(app: Hosting, command: ServeCommand): Promise<void> {
  const { settings } = command;
  const log = openLog({ level: settings.logLevel, format: settings.logFormat });
  if (!cluster.isWorker) complainOf(readPageFiles());
  const count = settings.workers === 'auto' ? availableParallelism() : settings.workers;
  const run = { ...command, app, log };
  if (cluster.isWorker) await runWorker(run);
  else if (count > 1) await runPrimary(count, run);
  else await runAlone(run);
}

/** The service goes on without its page. */
function complainOf({ fault }: PageFiles): void {
  if (fault !== undefined) print(process.stderr, `${fault}\n`);
}

async function runAlone(run: Run): Promise<void> {
  const { app, settings, log } = run;
  const signal = firstSignal();
  const starting = startService(app, settings, await optionsOf(run));
  const { origin, stop } = await starting.catch((error) => fail(log, explain(error, settings)));
  logStart(run, origin);
  await signal;
  await end(run, () => stop({ deadline: settings.stopDeadline }));
}

async function runWorker(run: Run): Promise<void> {
  const { app, settings, log } = run;
  const supervision = obeySupervisor();
  const options = await optionsOf(run, supervision.gather);
  if (options.metrics) supervision.onCount(options.metrics.figures);
  const starting = startService(app, settings, options);
  const { stop } = await starting.catch((error) => supervision.fail(explain(error, settings)));
  const { deadline } = await supervision.stopped;
  await stop({ deadline, agree: supervision.agree });
  await log.exit(0);
}

async function runPrimary(count: number, run: Run): Promise<void> {
  const { settings, log } = run;
  const signal = firstSignal();
  const supervisor = supervise({
    count,
    onListening: (port) => logStart(run, originOf({ ...settings, port }), ` with ${count} workers`),
    onDeath: ({ process: { pid, exitCode, signalCode } }) =>
      log.error({ worker: pid, code: exitCode ?? signalCode ?? undefined }, 'A worker has ended by itself'),
    onFailure: async (sentence = `${run.app.title} gives up: its workers end as soon as they start`) => {
      await supervisor.stop(0);
      await fail(log, sentence);
    },
  });
  await signal;
  await end(run, () => supervisor.stop(settings.stopDeadline));
}

async function optionsOf({ settings, chosen, log }: Run, gather?: Gather): Promise<RunOptions> {
  return {
    app: {
      cors: chosen.cors,
      handlerTimeout: chosen.handlerTimeout,
      limits: {
        body: chosen.bodyLimit,
        depth: chosen.depthLimit,
        target: chosen.targetLimit,
        headers: chosen.headerLimit,
        headerBytes: chosen.headerBytesLimit,
      },
      onBug: (bug, id) => log.error({ id, error: inspect(bug) }, 'A bug'),
    },
    timeouts: chosen,
    connections: {
      maxConnections: settings.maxConnections,
      maxConnectionsPerAddress: settings.maxConnectionsPerAddress,
    },
    onServerBug: (bug) => log.error({ error: inspect(bug) }, 'A bug has ended a connection'),
    log: settings.logLevel === 'silent' ? undefined : log,
    metrics: settings.metrics ? await openMetrics(gather) : undefined,
  };
}

function logStart({ app, log }: Run, origin: string, how = ''): void {
  const docs = app.docsPath === undefined ? '' : `, documentation at ${origin}${app.docsPath}`;
  log.info({}, `${app.title} ${app.version} listens on ${origin}${how}${docs}`);
}

async function end({ app, log }: Run, stop: () => Promise<void>): Promise<never> {
  log.info({}, `${app.title} stops`);
  await stop();
  log.info({}, `${app.title} has stopped`);
  return log.exit(0);
}

async function fail(log: Log, sentence: string): Promise<never> {
  print(process.stderr, `${sentence}\n`);
  return log.exit(1);
}
