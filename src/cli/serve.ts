import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Unsupported } from '../documents/references.ts';
import { runOptionsOf } from '../hosts/node/listen-settings.ts';
import { type Log, levels, openLog } from '../hosts/node/log.ts';
import type { Gather } from '../hosts/node/metrics.ts';
import { explain, handedOver, removeStaleSocket } from '../hosts/node/place.ts';
import { firstSignal, isWorker, loadCluster, onReload, print, surviveHangup } from '../hosts/node/process.ts';
import { type RunOptions, startService } from '../hosts/node/service.ts';
import {
  type Certificate,
  type CertificateFiles,
  loadCertificate,
  openTls,
  type TlsLayer,
} from '../hosts/node/tls.ts';
import { obeySupervisor } from '../hosts/node/workers/worker.ts';
import type { Hosting } from '../http/hosting.ts';
import { inTurns, type Steps } from '../text/turns.ts';
import { startAdmin } from './admin.ts';
import type { WatchedDocument } from './document.ts';
import { printNotices, printUnsupported } from './module.ts';
import { releaseNewSpace } from './new-space.ts';
import type { ServeCommand } from './options.ts';
import { SEE_HELP, type Settings, UsageError } from './settings.ts';

/** An app to be served, with its settings. */
interface Run extends ServeCommand {
  readonly app: Hosting;
  readonly log: Log;
  /** The encryption of connections, if the settings name a certificate. */
  readonly tls: TlsLayer | undefined;
  /** The documents that the app was made from, if they are watched. */
  readonly documents: readonly WatchedDocument[];
}

/** Serves an app until a signal: in this process, as one of several workers, or as the primary that supervises them. */
export async function serve(
  app: Hosting,
  command: ServeCommand,
  documents: readonly WatchedDocument[] = [],
): Promise<undefined> {
  const { settings } = command;
  const log = openLog({ level: settings.logLevel, format: settings.logFormat });
  if (!isWorker) await removeStaleSocket(settings);
  const count = settings.workers === 'auto' ? availableParallelism() : settings.workers;
  const tls = certificateFiles(settings) && (await openTls());
  const run = { ...command, app, log, tls, documents };
  if (isWorker) await runWorker(run);
  else if (count > 1) await runPrimary(count, run);
  else await runAlone(run);
}

async function runAlone(run: Run): Promise<void> {
  const { app, settings, log } = run;
  const signal = firstSignal();
  await openCertificate(run);
  const options = await optionsOf(run);
  const starting = startService(app, settings, options);
  const service = await starting.catch((error) => fail(log, explain(error, app.title, settings)));
  const isLive = async () => true;
  const admin = await openAdmin(run, { isLive, isReady: service.isReady, metrics: options.metrics?.gather });
  await renewOnChange(run);
  logStart(run, service.origin, admin);
  await printWelcome(run, service.origin);
  void tellExamples(run);
  await signal;
  await end(run, () => service.stop({ deadline: settings.stopDeadline }));
}

async function runWorker(run: Run): Promise<void> {
  const { app, settings, log, tls, documents } = run;
  const supervision = obeySupervisor();
  for (const document of documents) supervision.onReload(() => document.reload());
  const options = await optionsOf(run, supervision.gather);
  if (tls) await supervision.followCertificate(tls.use);
  const starting = startService(app, settings, options);
  const service = await starting.catch((error) => supervision.fail(explain(error, app.title, settings)));
  supervision.onQuestion({
    live: async () => true,
    ready: service.isReady,
    figures: async () => options.metrics?.figures(),
  });
  supervision.started(service.origin);
  releaseNewSpace();
  const { deadline } = await supervision.stopped;
  await service.stop({ deadline, agree: supervision.agree });
  await log.exit(0);
}

async function runPrimary(count: number, run: Run): Promise<void> {
  const { settings, log, documents } = run;
  const signal = firstSignal();
  const { supervise } = await import('../hosts/node/workers/primary.ts');
  // With a socket handed over by the system, the workers accept directly: connections that still wait there when this
  // service stops are left for the next one. Otherwise the first process hands connections out in turn: of a few that stay open,
  // workers that accept directly take very different shares.
  const cluster = loadCluster();
  if (handedOver() !== undefined) cluster.schedulingPolicy = cluster.SCHED_NONE;
  const supervisor = supervise({
    count,
    certificate: await openCertificate(run, (renewed) => supervisor.useCertificate(renewed)),
    document: documents[0]?.last,
    async onListening(origin) {
      logStart(run, origin, await admin, ` with ${count} workers`);
      void printWelcome(run, origin);
    },
    onDeath: ({ process: { pid, exitCode, signalCode } }) =>
      log.error({ worker: pid, code: exitCode ?? String(signalCode) }, 'A worker has ended unexpectedly'),
    onFailure: async (sentence = `${run.app.title} gives up: its workers end as soon as they start`) => {
      await supervisor.stop(0);
      await fail(log, sentence);
    },
  });
  const metrics = settings.metrics ? supervisor.gather : undefined;
  const { isLive, isReady } = supervisor;
  const admin = openAdmin(run, { isLive, isReady, metrics }, () => supervisor.stop(0));
  await admin;
  await renewOnChange(run, () => supervisor.reload());
  void tellExamples(run);
  await signal;
  await end(run, () => supervisor.stop(settings.stopDeadline));
}

/** Loads the certificate and reloads it on SIGHUP. If there is none, the log says so at that signal. */
async function openCertificate(
  { settings, log, tls }: Run,
  use?: (renewed: Certificate) => void,
): Promise<Certificate | undefined> {
  const files = certificateFiles(settings);
  if (!files || !tls) {
    surviveHangup(() => log.info({}, 'There is no certificate to reload'));
    return undefined;
  }
  const certificate = await loadCertificate(files, tls).catch(({ message }) => fail(log, message, 2));
  renewOnSignal(files, tls, log, use);
  return certificate;
}

/** Opens the listener for whoever monitors the service, if the settings name its port. Returns its address. */
async function openAdmin(
  { app, settings: { adminPort: port, adminHost: host }, log }: Run,
  monitored: Parameters<typeof startAdmin>[2],
  giveUp: () => Promise<void> = async () => {},
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  return startAdmin(app, { port, host }, monitored).catch(async ({ message }) => {
    await giveUp();
    return fail(log, message);
  });
}

function logStart({ app, log }: Run, origin: string, admin: string | undefined, how = ''): void {
  const { docs } = app.paths;
  const where = docs === undefined || !isWeb(origin) ? '' : `, documentation at ${origin}${docs}`;
  const monitored = admin ? `, health and metrics at ${admin}` : '';
  log.info({}, `${app.title} ${app.version} listens on ${origin}${how}${where}${monitored}`);
}

/** Shows requests to begin with, where people read the log on a terminal. */
async function printWelcome({ app, settings }: Run, origin: string): Promise<void> {
  const { logFormat, logLevel } = settings;
  const isRead = logFormat !== 'json' && levels.indexOf(logLevel) <= levels.indexOf('info');
  if (!(isRead && process.stdout.isTTY && isWeb(origin))) return;
  const { welcome } = await import('./welcome.ts');
  print(process.stdout, welcome(app, origin));
}

function isWeb(origin: string): boolean {
  return /^https?:/.test(origin);
}

/**
 * Tells which examples of a document don't fit their schemas, once it is served and has answered whoever waited for the start: a
 * large document has thousands of them.
 */
async function tellExamples({
  app: { checkExamples },
  settings,
}: Pick<Run, 'app' | 'settings'>): Promise<void> {
  if (!checkExamples) return;
  await setTimeout(BEFORE_EXAMPLES_MS, undefined, { ref: false });
  printNotices(await inTurns(wrongExamples(checkExamples)), settings);
  releaseNewSpace();
}

/** The time in which requests that waited for the start come. */
const BEFORE_EXAMPLES_MS = 100;

function* wrongExamples(check: NonNullable<Hosting['checkExamples']>): Steps<readonly Unsupported[]> {
  const wrong: Unsupported[] = [];
  for (const each of check()) {
    if (each) wrong.push(each);
    yield;
  }
  return wrong;
}

async function end({ app, log }: Run, stop: () => Promise<void>): Promise<never> {
  log.info({}, `${app.title} stops`);
  await stop();
  log.info({}, `${app.title} has stopped`);
  return log.exit(0);
}

async function fail(log: Log, sentence: string, code = 1): Promise<never> {
  print(process.stderr, `${sentence}\n`);
  return log.exit(code);
}

/** Turns the settings into the options of a running app. */
async function optionsOf({ settings, chosen, log, tls }: Run, gather?: Gather): Promise<RunOptions> {
  const { metrics, logLevel, adminPort } = settings;
  const options = await runOptionsOf({ ...chosen, metrics, logLevel }, { log, tls, gather });
  return { ...options, probes: adminPort === undefined };
}

/** The files of the certificate, if the settings name them. */
function certificateFiles({ tlsCert, tlsKey }: Settings): CertificateFiles | undefined {
  return tlsCert === undefined || tlsKey === undefined ? undefined : { cert: tlsCert, key: tlsKey };
}

/** Refuses a certificate without its key, or a key without its certificate. */
export function mistakenCertificate({ tlsCert, tlsKey }: Settings): UsageError | undefined {
  if ((tlsCert === undefined) === (tlsKey === undefined)) return undefined;
  const [given, missing] = tlsKey === undefined ? ['--tls-cert', '--tls-key'] : ['--tls-key', '--tls-cert'];
  return new UsageError(`${given} needs ${missing}; ${SEE_HELP}`);
}

/** Refuses a memory that several processes would have to share, or that can't be saved. */
export function mistakenMemory({ remember, save, workers }: Settings): UsageError | undefined {
  if (save && typeof remember !== 'string')
    return new UsageError(`--save needs a file, such as --remember ./data.json; ${SEE_HELP}`);
  if (remember === false || workers === 1) return undefined;
  return new UsageError(`--remember works in one process only, without --workers; ${SEE_HELP}`);
}

/** Reloads the certificate on SIGHUP. If the new one can't be used, the old one stays. */
function renewOnSignal(
  files: CertificateFiles,
  tls: TlsLayer,
  log: Log,
  use: (certificate: Certificate) => void = () => {},
): void {
  const renew = () =>
    loadCertificate(files, tls).then(
      (certificate) => {
        use(certificate);
        log.info({}, 'The certificate has been reloaded');
      },
      ({ message }) => log.error({}, `${message}; still using the old one`),
    );
  // One at a time, so that a slow read never replaces the certificate of a later one.
  let last = Promise.resolve();
  onReload(() => {
    last = last.then(renew);
  });
}

/** Reloads a document whenever it changes, here and in `others`. If it has a mistake, the last valid one is still served. */
async function renewOnChange(run: Run, others?: () => Promise<void>): Promise<void> {
  for (const document of run.documents) await renewOne(document, run, others);
}

async function renewOne(
  document: WatchedDocument,
  { log, settings }: Run,
  others: () => Promise<void> = async () => {},
): Promise<void> {
  let mistake: string | undefined;
  const report = (found: string) => {
    if (found !== mistake) log.error({}, `${found}; still serving the last valid version`);
    mistake = found;
  };
  const renew = async () => {
    const loaded = await document.reload();
    if ('mistake' in loaded) return report(loaded.mistake);
    mistake = undefined;
    printUnsupported(loaded.unsupported, settings);
    await others();
    const { title, version } = document.app;
    log.info({}, `${title} ${version} has been reloaded`);
    await tellExamples({ app: document.app, settings });
  };
  let last = Promise.resolve();
  await document.onChange(() => {
    last = last.then(renew);
  });
}
