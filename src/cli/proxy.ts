import { Examiner } from '../check/exchange.ts';
import { judgeOf } from '../check/judge.ts';
import { type Exchange, MAX_KEPT, startProxy } from '../check/proxy.ts';
import { findingTitle, printable } from '../check/reporters/reporter.ts';
import { sumOf } from '../check/tally.ts';
import { firstSignal, print } from '../hosts/node/process.ts';
import { messageOf } from '../hosts/node/service.ts';
import type { Hosting } from '../http/hosting.ts';
import type { ProxyCommand } from './options.ts';
import { Report, readBaseline, writeBaseline } from './report.ts';
import { UsageError } from './settings.ts';
import { Progress } from './terminal.ts';

/** Watches the requests to a service until Ctrl-C, and reports what differs from an app; returns an error if that is impossible. */
export async function proxy(
  app: Hosting,
  { address, settings }: ProxyCommand,
): Promise<UsageError | undefined> {
  const known = readBaseline(settings);
  if (known instanceof UsageError) return known;
  const { reporter, har, failOn, verbose, block, pedantic, port, host } = settings;
  const chosen = reporter.length > 0 ? reporter : [{ name: 'pretty', file: undefined } as const];
  const reporters = har === undefined ? chosen : [...chosen, { name: 'har', file: har } as const];
  const report = new Report({
    app,
    address,
    headers: [],
    query: [],
    reporter: reporters,
    failOn,
    known,
    isVerbose: verbose,
    isStopped: () => false,
    reached: { kinds: ['operations', 'statuses'] },
    // A bar would have no end.
    progress: new Progress({ isTTY: false, write: () => true }, []),
  });
  const examiner = new Examiner(app.contract, judgeOf(app, { limits }), {
    isPedantic: pedantic,
    showsAll: reporters.some(({ name }) => !quiet.has(name)),
  });
  let last = Promise.resolve();
  const onExchange = (exchange: Exchange) => {
    last = last.then(() => add(report, examiner, exchange));
    return last;
  };
  const answer = block ? examiner.answer.bind(examiner) : undefined;
  const stopped = firstSignal();
  const started = await startProxy({ address, port, host, onExchange, answer }).catch(messageOf);
  if (typeof started === 'string') return new UsageError(`The proxy can't start: ${started}`);
  print(process.stderr, `The proxy listens on ${started.address}, and passes requests on to ${address}\n`);
  await stopped;
  await started.close();
  await last;
  await report.end();
  writeBaseline(settings, report.findings);
  if (sumOf(report.tally.total) === 0) return new UsageError('No request came, so nothing was checked');
  process.exitCode = report.isFailed && !settings.updateBaseline ? 1 : 0;
  return undefined;
}

/** The reporters that show faults only. */
const quiet: ReadonlySet<string> = new Set(['pretty', 'github', 'html']);

/** Limits that no request reaches which the proxy has read: they are not those of the service. */
const limits = { body: 8 * MAX_KEPT, target: MAX_KEPT, headers: 10_000, headerBytes: MAX_KEPT } as const;

/** Adds an exchange to the report, and tells a fault at once when it is the first of its kind. */
async function add(report: Report, examiner: Examiner, exchange: Exchange): Promise<void> {
  const finding = await report.add(await examiner.resultOf(exchange));
  if (finding?.count !== 1 || finding.isKnown) return;
  print(process.stderr, `${printable(`${findingTitle(finding)}: ${finding.why}`)}\n`);
}
