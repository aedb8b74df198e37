import { select } from '../cases/case.ts';
import { casesOf, subjectOf } from '../cases/cases.ts';
import { check as checkCases, type Result } from '../check/check.ts';
import { unreachable } from '../check/reach.ts';
import { json } from '../check/reporters/json.ts';
import { junit } from '../check/reporters/junit.ts';
import { pretty } from '../check/reporters/pretty.ts';
import type { MakeReporter } from '../check/reporters/reporter.ts';
import { tap } from '../check/reporters/tap.ts';
import { concealer } from '../check/secrets.ts';
import { sumOf, Tally } from '../check/tally.ts';
import type { Contract } from '../contract/endpoint.ts';
import type { Hosting } from '../http/hosting.ts';
import type { CheckCommand } from './options.ts';
import { Progress, printSlowly } from './output.ts';
import { UsageError } from './settings.ts';

const reporters: Readonly<Record<CheckCommand['settings']['reporter'], MakeReporter>> = {
  pretty,
  json,
  junit,
  tap,
};

/** Checks the service at an address against an app; returns an error if that is impossible. */
export async function check(app: Hosting, command: CheckCommand): Promise<UsageError | undefined> {
  const { address, settings } = command;
  const mistake = await firstUnreachable([address, settings.sameAs]);
  if (mistake) return mistake;
  const tally = new Tally(app.contract);
  const { signal, stop } = stopOnSignal();
  const report = reporters[settings.reporter]({
    address,
    match: settings.match,
    tally,
    isStopped: () => signal.aborted,
  });
  const progress = new Progress(process.stderr, Object.keys(app.contract.endpoints));
  const conceal = concealer(settings.header);
  for await (const result of results(app, command, signal)) {
    tally.add(result);
    progress.show(result.case.operation);
    await print(progress, report.result(conceal(result)));
  }
  await print(progress, sumOf(tally.total) > 0 ? report.end() : '');
  stop();
  return conclude(tally, signal);
}

function results(app: Hosting, command: CheckCommand, signal: AbortSignal): AsyncIterable<Result> {
  const { address, settings } = command;
  const { match, concurrency, timeout, sameAs, header: headers } = settings;
  const cases = select(casesOf(subjectOf(app)), settings);
  const credentialHeaders = credentialHeadersOf(app.contract);
  const options = { match, concurrency, timeout, sameAs, headers, credentialHeaders, signal };
  return checkCases(address.replace(/\/$/, ''), cases, options);
}

/** The names of the headers in which the contract expects credentials. */
function credentialHeadersOf({ endpoints }: Contract): ReadonlySet<string> {
  const names = Object.values(endpoints).flatMap(({ credential }) => {
    if (!credential) return [];
    return credential.in === 'header' ? [credential.name.toLowerCase()] : ['cookie'];
  });
  return new Set(names);
}

async function firstUnreachable(addresses: readonly (string | undefined)[]): Promise<UsageError | undefined> {
  for (const address of addresses) {
    const why = address === undefined ? undefined : await unreachable(address);
    if (why !== undefined) return new UsageError(`${address} can't be reached: ${why}`);
  }
  return undefined;
}

/** Stops the requests at the first Ctrl-C, so that there is still a report. A second one ends the process. */
function stopOnSignal(): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  process.once('SIGINT', abort).once('SIGTERM', abort);
  return {
    signal: controller.signal,
    stop: () => process.off('SIGINT', abort).off('SIGTERM', abort),
  };
}

async function print(progress: Progress, text: string): Promise<void> {
  if (text === '') return;
  progress.hide();
  await printSlowly(text);
}

const STOPPED = 130;

function conclude({ total }: Tally, { aborted }: AbortSignal): UsageError | undefined {
  if (aborted) process.exitCode = STOPPED;
  else if (sumOf(total) === 0) return new UsageError('There is no such case; assay cases lists them all');
  else if (sumOf(total) === total.notRun)
    return new UsageError('Nothing could be checked: every reply was 429 or 503');
  else process.exitCode = total.differ > 0 ? 1 : 0;
  return undefined;
}
