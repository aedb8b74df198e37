import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Coverage, type CoverageOptions } from '../check/coverage.ts';
import { type Finding, Findings, type Known } from '../check/findings.ts';
import { judgeOf } from '../check/judge.ts';
import { github } from '../check/reporters/github.ts';
import { har } from '../check/reporters/har.ts';
import { html } from '../check/reporters/html.ts';
import { json } from '../check/reporters/json.ts';
import { junit } from '../check/reporters/junit.ts';
import { pretty } from '../check/reporters/pretty.ts';
import type { MakeReporter, Reporter, ReportOptions } from '../check/reporters/reporter.ts';
import { tap } from '../check/reporters/tap.ts';
import type { Pairs, Result } from '../check/result.ts';
import { sumOf, Tally } from '../check/tally.ts';
import type { Credential } from '../contract/credential.ts';
import { isRecord } from '../fields/values.ts';
import { messageOf } from '../hosts/node/service.ts';
import type { Hosting } from '../http/hosting.ts';
import { defined } from '../text/guards.ts';
import type { CheckSettings, ReporterName } from './check-settings.ts';
import { UsageError } from './settings.ts';
import { type Progress, printSlowly } from './terminal.ts';

const reporters: Readonly<Record<ReporterName, MakeReporter>> = {
  pretty,
  json,
  junit,
  tap,
  github,
  html,
  har,
};

/** What is known and chosen of a report. */
interface ReportParts extends Pick<ReportOptions, 'address' | 'isVerbose' | 'isStopped'> {
  readonly app: Hosting;
  readonly reporter: CheckSettings['reporter'];
  readonly failOn: CheckSettings['failOn'];
  readonly known: readonly Known[];
  /** The headers and the parameters of the query that are sent with every request. */
  readonly headers: Pairs;
  readonly query: Pairs;
  /** What the report says of what was reached. */
  readonly reached?: CoverageOptions;
  readonly progress: Progress;
}

/** Takes results, and writes the chosen reports. */
export class Report {
  readonly tally: Tally;
  readonly findings: Findings;
  readonly #coverage: Coverage;
  readonly #parts: ReportParts;
  readonly #outputs: readonly Output[];

  constructor(parts: ReportParts) {
    const { app, address, isVerbose, isStopped, reached } = parts;
    const { title, contract } = app;
    const start = performance.now();
    this.#parts = parts;
    this.tally = new Tally(contract);
    this.findings = new Findings(parts.known);
    this.#coverage = new Coverage(contract, judgeOf(app), reached);
    this.#outputs = outputsOf(parts.reporter, {
      title,
      address,
      tally: this.tally,
      findings: this.findings,
      coverage: this.#coverage,
      isVerbose,
      isStopped,
      elapsed: () => performance.now() - start,
      summaryFile: process.env.GITHUB_STEP_SUMMARY,
      credentialRemedy: (operation) => remedyFor(defined(contract.endpoints[operation]).credential, parts),
    });
  }

  /** Adds a result, and returns the finding that it belongs to, if it differs. */
  async add(result: Result): Promise<Finding | undefined> {
    const { operation } = result.case;
    const { progress } = this.#parts;
    this.tally.add(result);
    this.#coverage.add(result);
    const finding = this.findings.add(result, this.tally.nameOf(operation));
    progress.show(operation);
    for (const { reporter, write } of this.#outputs) await write(progress, reporter.result(result));
    return finding;
  }

  /** Writes the ends of the reports, unless there is nothing to report. */
  async end(): Promise<void> {
    if (sumOf(this.tally.total) === 0 && !this.#parts.isStopped()) return;
    for (const { reporter, write } of this.#outputs) await write(this.#parts.progress, reporter.end());
  }

  /** True if there are faults that are not known, of the kinds that matter. */
  get isFailed(): boolean {
    const { failOn } = this.#parts;
    return this.findings.fresh().some(({ fault }) => failOn.length === 0 || failOn.flat().includes(fault));
  }
}

function remedyFor(
  declared: Credential | undefined,
  { headers, query }: Pick<ReportParts, 'headers' | 'query'>,
): string {
  const { in: place, name } = declared ?? { in: 'header', name: 'Authorization' };
  if (place === 'query') {
    const isGiven = query.some(([each]) => each === name);
    return isGiven ? refusedWords('--query') : `give a credential with --query '${name}=…'`;
  }
  const header = place === 'cookie' ? 'Cookie' : name;
  const isGiven = headers.some(([each]) => !declared || each.toLowerCase() === header.toLowerCase());
  if (isGiven) return refusedWords('--header');
  return `give a credential with --header '${header}: ${place === 'cookie' ? `${name}=` : ''}…'`;
}

function refusedWords(option: string): string {
  return `it does not accept the credential of ${option}`;
}

interface Output {
  readonly reporter: Reporter;
  write(progress: Progress, text: string): Promise<void>;
}

/** The reports: to the terminal, or each to a file of its own. */
function outputsOf(chosen: ReportParts['reporter'], options: ReportOptions): Output[] {
  const all = chosen.length > 0 ? chosen : [{ name: 'pretty', file: undefined } as const];
  return all.map(({ name, file }) => {
    const reporter = reporters[name](options);
    if (file === undefined) return { reporter, write: print };
    writeFileSync(file, '');
    return { reporter, write: async (_, text) => writeFileSync(file, text, { flag: 'a' }) };
  });
}

async function print(progress: Progress, text: string): Promise<void> {
  if (text === '') return;
  progress.hide();
  await printSlowly(text);
}

/** The settings of known faults. */
type BaselineSettings = Pick<CheckSettings, 'baseline' | 'updateBaseline'>;

/** Reads the known faults. There are none yet if the file is to be written. */
export function readBaseline({ baseline, updateBaseline }: BaselineSettings): readonly Known[] | UsageError {
  if (updateBaseline && baseline === undefined)
    return new UsageError('--update-baseline needs --baseline with the file to write');
  const known = baseline === undefined || updateBaseline ? {} : readJsonFile(baseline);
  if (known instanceof UsageError) return known;
  return isRecord(known) && Array.isArray(known.known) ? known.known : [];
}

export function readJsonFile(file: string): unknown {
  if (!existsSync(file)) return new UsageError(`There is no file ${file}`);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return new UsageError(`${file} can't be read: ${messageOf(error)}`);
  }
}

/** Writes the faults that were found to the file of known ones, if that is asked for. */
export function writeBaseline({ baseline = '', updateBaseline }: BaselineSettings, findings: Findings): void {
  if (!updateBaseline) return;
  const known = findings.all().map(({ fault, endpoint, place, why }) => ({ fault, endpoint, place, why }));
  writeFileSync(baseline, `${JSON.stringify({ known }, null, 2)}\n`);
}
