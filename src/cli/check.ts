import { matches } from '../cases/case.ts';
import { type CheckOptions, check as checkCases, isByDocument } from '../check/check.ts';
import type { Known } from '../check/findings.ts';
import { Pace } from '../check/patience.ts';
import { unreachable } from '../check/reach.ts';
import { concealer } from '../check/secrets.ts';
import { sumOf, type Tally } from '../check/tally.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { paramNames } from '../contract/path.ts';
import type { Hosting } from '../http/hosting.ts';
import { listInWords } from '../text/cut.ts';
import type { CheckSettings } from './check-settings.ts';
import type { CheckCommand } from './options.ts';
import { Report, readBaseline, readJsonFile, writeBaseline } from './report.ts';
import { UsageError, unknownName } from './settings.ts';
import { Progress } from './terminal.ts';

/** Checks the service at an address against an app; returns an error if that is impossible. */
export async function check(app: Hosting, command: CheckCommand): Promise<UsageError | undefined> {
  const { address, settings } = command;
  const files = readFiles(settings);
  if (files instanceof UsageError) return files;
  const misnamed = misnamedIn(Object.values(app.contract.endpoints), settings);
  if (misnamed) return misnamed;
  const mistake = await firstUnreachable([address, settings.sameAs]);
  if (mistake) return mistake;
  const { controller, stop } = stopOnSignal();
  const { signal } = controller;
  const given = optionsOf(app, settings, files.data, signal);
  const report = new Report({
    app,
    address,
    headers: settings.header,
    query: settings.query,
    reporter: settings.reporter,
    failOn: settings.failOn,
    known: files.known,
    reached: { sendsValid: isByDocument(given) || settings.accepted },
    isVerbose: settings.verbose || settings.replay !== undefined,
    isStopped: () => signal.aborted,
    progress: new Progress(process.stderr, Object.keys(app.contract.endpoints)),
  });
  const { header, query, sameAsHeader, sameAsQuery } = settings;
  const conceal = concealer([...header, ...query, ...sameAsHeader, ...sameAsQuery]);
  const options = {
    ...given,
    onLeftOut: () => report.tally.leftOut++,
    onCutOff: (operation: string) => report.tally.noteCutOff(operation),
  };
  for await (const found of checkCases(address, app, options)) {
    await report.add(conceal(found));
    if (report.tally.total.differ === settings.maxFailures) controller.abort();
  }
  await report.end();
  stop();
  writeBaseline(settings, report.findings);
  return conclude(settings, report, signal.reason, isUnauthorized(app, report.tally));
}

function optionsOf(
  { contract }: Hosting,
  settings: CheckSettings,
  data: unknown,
  signal: AbortSignal,
): Omit<CheckOptions, 'onLeftOut' | 'onCutOff'> {
  const { match, workers, timeout, sameAs, sameAsHeader, sameAsQuery, header, query } = settings;
  const { rate, refusedStatus, replay } = settings;
  const values = settings.path.filter((each) => !isPath(each)).map((each) => each.split('=', 2));
  return {
    match: match ?? (contract.document ? 'declared' : 'type'),
    workers,
    timeout,
    signal,
    pace: new Pace(rate),
    headers: header,
    query,
    sameAs,
    sameAsHeaders: sameAsHeader,
    sameAsQuery,
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

type Chosen = Pick<CheckSettings, 'tag' | 'method' | 'path'>;

/** Tells whether an endpoint has one of the chosen tags, methods and paths. */
function isIncluded(endpoint: Endpoint | undefined, { tag, method, path }: Chosen): boolean {
  return (
    isOneOf(tag, (each) => each === endpoint?.tag) &&
    isOneOf(method, (each) => each.toUpperCase() === endpoint?.method) &&
    isOneOf(path.filter(isPath), (each) => endpoint !== undefined && matches(each, endpoint.path))
  );
}

/** Tells whether `--path` has a path, rather than the value of a parameter. */
function isPath(written: string): boolean {
  return written.startsWith('/');
}

/** Returns an error if a tag, a method, a path or a parameter of a path exists nowhere, or no endpoint has all that is asked for. */
function misnamedIn(endpoints: readonly Endpoint[], chosen: Chosen): UsageError | undefined {
  const { tag, method, path } = chosen;
  const misnamed = (kind: string, given: readonly string[], known: readonly string[]) => {
    const other = given.find((each) => !known.some((name) => matches(each, name)));
    const all = [...new Set(known)];
    const some = all.length === 0 ? 'no endpoint has one' : `there are ${listInWords(all, String, ' and ')}`;
    return other === undefined ? undefined : unknownName(kind, other, all, some);
  };
  const values = path.filter((each) => !isPath(each)).map((each) => each.replace(/=.*/s, ''));
  const paths = endpoints.map((each) => each.path);
  const mistake =
    misnamed(
      'tag',
      tag,
      endpoints.flatMap((each) => each.tag ?? []),
    ) ??
    misnamed(
      'method',
      method.map((each) => each.toUpperCase()),
      endpoints.map((each) => each.method),
    ) ??
    misnamed('path', path.filter(isPath), paths) ??
    misnamed('path parameter', values, paths.flatMap(paramNames));
  const isNone = !endpoints.some((each) => isIncluded(each, chosen));
  return mistake ?? (isNone ? new UsageError('No endpoint has such a tag, method and path') : undefined);
}

/** Tells whether a test passes for one of several; none of them means all. */
function isOneOf(all: readonly string[], test: (each: string) => boolean): boolean {
  return all.length === 0 || all.some(test);
}

interface GivenFiles {
  readonly data: unknown;
  readonly known: readonly Known[];
}

function readFiles(settings: CheckSettings): GivenFiles | UsageError {
  const known = readBaseline(settings);
  if (known instanceof UsageError) return known;
  const data = settings.data === undefined ? undefined : readJsonFile(settings.data);
  return data instanceof UsageError ? data : { data, known };
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
  { updateBaseline }: CheckSettings,
  { tally, isFailed }: Report,
  reason: unknown,
  isRefused: boolean,
): UsageError | undefined {
  const { total } = tally;
  if (reason === STOPPED) process.exitCode = STOPPED;
  else if (sumOf(total) === 0)
    return new UsageError('There is no such test case; assay cases lists them all');
  else if (sumOf(total) === total.notRun)
    return new UsageError('Nothing could be checked: every reply was 429 or 503');
  else process.exitCode = (isFailed && !updateBaseline) || isRefused || total.notRun > 0 ? 1 : 0;
  return undefined;
}

/** Tells whether the service has refused the credential: with a 401, or with a 403 wherever one is declared. */
function isUnauthorized({ contract }: Hosting, tally: Tally): boolean {
  const refused = (status: number) => tally.doubts().filter(({ why }) => why.endsWith(String(status)));
  const forbidden = new Set(refused(403).map(({ operation }) => operation));
  const secured = Object.entries(contract.endpoints).flatMap(([name, { credential }]) =>
    credential && tally.endpoints.has(tally.nameOf(name)) ? [name] : [],
  );
  const isForbidden = forbidden.size > 0 && secured.every((name) => forbidden.has(name));
  return refused(401).length > 0 || isForbidden;
}
