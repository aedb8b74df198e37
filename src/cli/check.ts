import { readFileSync, writeFileSync } from 'node:fs';
import { matches } from '../cases/case.ts';
import { type CheckOptions, check as checkCases } from '../check/check.ts';
import { Coverage } from '../check/coverage.ts';
import { type Finding, Findings, type Known } from '../check/findings.ts';
import { judgeOf } from '../check/judge.ts';
import { Pace } from '../check/patience.ts';
import { unreachable } from '../check/reach.ts';
import { github } from '../check/reporters/github.ts';
import { har } from '../check/reporters/har.ts';
import { html } from '../check/reporters/html.ts';
import { json } from '../check/reporters/json.ts';
import { junit } from '../check/reporters/junit.ts';
import { pretty } from '../check/reporters/pretty.ts';
import type { MakeReporter, Reporter, ReportOptions } from '../check/reporters/reporter.ts';
import { tap } from '../check/reporters/tap.ts';
import { concealer } from '../check/secrets.ts';
import { sumOf, Tally } from '../check/tally.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { isRecord } from '../fields/values.ts';
import { messageOf } from '../hosts/node/service.ts';
import type { Hosting } from '../http/hosting.ts';
import { defined } from '../text/guards.ts';
import type { CheckSettings, ReporterName } from './check-settings.ts';
import type { CheckCommand } from './options.ts';
import { Progress, printSlowly } from './output.ts';
import { UsageError } from './settings.ts';

const reporters: Readonly<Record<ReporterName, MakeReporter>> = {
  pretty,
  json,
  junit,
  tap,
  github,
  html,
  har,
};

/** Checks the service at an address against an app; returns an error if that is impossible. */
export async function check(app: Hosting, command: CheckCommand): Promise<UsageError | undefined> {
  const { address, settings } = command;
  const files = readFiles(settings);
  if (files instanceof UsageError) return files;
  const mistake = await firstUnreachable([address, settings.sameAs]);
  if (mistake) return mistake;
  const { controller, stop } = stopOnSignal();
  const tally = new Tally(app.contract);
  const findings = new Findings(files.known);
  const coverage = new Coverage(app.contract, judgeOf(app));
  const outputs = outputsOf(
    settings,
    reportOptions(app, command, { tally, findings, coverage }, controller.signal),
  );
  const progress = new Progress(process.stderr, Object.keys(app.contract.endpoints));
  const conceal = concealer([...settings.header, ...settings.sameAsHeader]);
  for await (const found of checkCases(
    address,
    app,
    optionsOf(app, settings, files.data, controller.signal),
  )) {
    const result = conceal(found);
    tally.add(result);
    coverage.add(result);
    findings.add(result, tally.nameOf(result.case.operation));
    progress.show(result.case.operation);
    for (const output of outputs) await output.add(progress, output.reporter.result(result));
    if (tally.total.differ === settings.maxFailures) controller.abort();
  }
  if (sumOf(tally.total) > 0) for (const output of outputs) await output.add(progress, output.reporter.end());
  stop();
  if (settings.updateBaseline) writeBaseline(settings, findings);
  return conclude(settings, tally, findings, controller.signal.reason);
}

interface Records {
  readonly tally: Tally;
  readonly findings: Findings;
  readonly coverage: Coverage;
}

function reportOptions(
  { title, contract }: Hosting,
  { address, settings }: CheckCommand,
  records: Records,
  signal: AbortSignal,
): ReportOptions {
  const start = performance.now();
  return {
    title,
    address,
    ...records,
    isVerbose: settings.verbose || settings.replay !== undefined,
    isStopped: () => signal.aborted,
    elapsed: () => performance.now() - start,
    summaryFile: process.env.GITHUB_STEP_SUMMARY,
    credentialOf: (operation) => defined(contract.endpoints[operation]).credential?.name ?? 'Authorization',
  };
}

function optionsOf(
  { contract }: Hosting,
  settings: CheckSettings,
  data: unknown,
  signal: AbortSignal,
): CheckOptions {
  const { match, workers, timeout, sameAs, sameAsHeader, header, rate, refusedStatus, replay } = settings;
  const values = settings.path.filter((each) => !each.startsWith('/')).map((each) => each.split('=', 2));
  return {
    match: match ?? (contract.document ? 'declared' : 'type'),
    workers,
    timeout,
    signal,
    pace: new Pace(rate),
    headers: header,
    sameAs,
    sameAsHeaders: sameAsHeader,
    refusedStatus: refusedStatus.flat(),
    params: Object.fromEntries(values),
    data,
    selection:
      replay === undefined
        ? { ...settings, pedantic: settings.pedantic || contract.document === undefined }
        : { only: replay, accepted: true, limits: true, pedantic: true },
    includes: (endpoint) => isIncluded(endpoint, settings),
  };
}

/** Tells whether an endpoint has one of the chosen tags, methods and paths. */
function isIncluded(endpoint: Endpoint, { tag, method, path }: CheckSettings): boolean {
  const paths = path.filter((each) => each.startsWith('/'));
  return (
    isOneOf(tag, (each) => each === endpoint.tag) &&
    isOneOf(method, (each) => each.toUpperCase() === endpoint.method) &&
    isOneOf(paths, (each) => matches(each, endpoint.path))
  );
}

/** Tells whether a test passes for one of several; none of them means all. */
function isOneOf(all: readonly string[], test: (each: string) => boolean): boolean {
  return all.length === 0 || all.some(test);
}

interface Output {
  readonly reporter: Reporter;
  add(progress: Progress, text: string): Promise<void>;
}

/** The reports: to the terminal, or each to a file of its own. */
function outputsOf({ reporter: chosen }: CheckSettings, options: ReportOptions): Output[] {
  const all = chosen.length > 0 ? chosen : [{ name: 'pretty', file: undefined } as const];
  return all.map(({ name, file }) => {
    const reporter = reporters[name](options);
    if (file === undefined) return { reporter, add: print };
    writeFileSync(file, '');
    return { reporter, add: async (_, text) => writeFileSync(file, text, { flag: 'a' }) };
  });
}

async function print(progress: Progress, text: string): Promise<void> {
  if (text === '') return;
  progress.hide();
  await printSlowly(text);
}

interface GivenFiles {
  readonly data: unknown;
  readonly known: readonly Known[];
}

function readFiles({ data, baseline, updateBaseline }: CheckSettings): GivenFiles | UsageError {
  if (updateBaseline && baseline === undefined)
    return new UsageError('--update-baseline needs --baseline with the file to write');
  const body = data === undefined ? undefined : readJsonFile(data);
  if (body instanceof UsageError) return body;
  const known = baseline === undefined || updateBaseline ? {} : readJsonFile(baseline);
  if (known instanceof UsageError) return known;
  const list = isRecord(known) && Array.isArray(known.known) ? known.known : [];
  return { data: body, known: list };
}

function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return new UsageError(`${file} can't be read: ${messageOf(error)}`);
  }
}

function writeBaseline({ baseline = '' }: CheckSettings, findings: Findings): void {
  const known = findings.all().map(({ fault, endpoint, place, why }) => ({ fault, endpoint, place, why }));
  writeFileSync(baseline, `${JSON.stringify({ known }, null, 2)}\n`);
}

async function firstUnreachable(addresses: readonly (string | undefined)[]): Promise<UsageError | undefined> {
  for (const address of addresses) {
    const why = address === undefined ? undefined : await unreachable(address);
    if (why !== undefined) return new UsageError(`${address} can't be reached: ${why}`);
  }
  return undefined;
}

/** Stops the requests at the first Ctrl-C, so that there is still a report. A second one ends the process. */
function stopOnSignal() {
  const controller = new AbortController();
  const abort = () => controller.abort(STOPPED);
  process.once('SIGINT', abort).once('SIGTERM', abort);
  return {
    controller,
    stop: () => process.off('SIGINT', abort).off('SIGTERM', abort),
  };
}

const STOPPED = 130;

function conclude(
  { failOn, updateBaseline }: CheckSettings,
  tally: Tally,
  findings: Findings,
  reason: unknown,
): UsageError | undefined {
  const { total } = tally;
  const isRefused = tally.doubts().some(({ why }) => why.endsWith('401'));
  const isFatal = ({ fault }: Finding) => isOneOf(failOn.flat(), (each) => each === fault);
  const isFailed = !updateBaseline && findings.fresh().some(isFatal);
  if (reason === STOPPED) process.exitCode = STOPPED;
  else if (sumOf(total) === 0) return new UsageError('There is no such case; assay cases lists them all');
  else if (sumOf(total) === total.notRun)
    return new UsageError('Nothing could be checked: every reply was 429 or 503');
  else process.exitCode = isFailed || isRefused || total.notRun > 0 ? 1 : 0;
  return undefined;
}
