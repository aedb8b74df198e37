import type { Case } from '../cases/case.ts';
import { casesJson, select } from '../cases/case.ts';
import { asProblems, casesOf, cutOffInWords, tellingCutOff } from '../cases/cases.ts';
import { curlOf } from '../cases/curl.ts';
import { wholeSubjectOf } from '../cases/robust.ts';
import type { Hosting } from '../http/hosting.ts';
import { greatest } from '../text/extremes.ts';
import type { CasesSettings } from './check-settings.ts';
import { UsageError } from './settings.ts';
import { Progress, printSlowly } from './terminal.ts';

/** Prints the cases of an app as they are found. */
export async function printCases(app: Hosting, settings: CasesSettings): Promise<UsageError | undefined> {
  const host = settings.faults ? { faults: true } : {};
  const subject = wholeSubjectOf(app, host);
  const cutOff: string[] = [];
  const all = tellingCutOff(casesOf(subject), (operation) => cutOff.push(operation));
  const plain = select(all, { ...settings, limits: true });
  const cases = startedOn(settings.problems ? asProblems(plain, subject) : plain);
  if (cases === undefined) return new UsageError(NONE_CHOSEN);
  // On a terminal, the cases themselves show how far it is.
  const progress = new Progress(
    { isTTY: process.stderr.isTTY && !process.stdout.isTTY, write: (text) => process.stderr.write(text) },
    Object.keys(app.contract.endpoints),
  );
  const shown = followed(cases, progress);
  if (settings.json) await printAll(casesJson(shown));
  else if (settings.curl) await printAll(commands(shown, settings.origin));
  else await printAll(table(shown, app));
  progress.hide();
  if (cutOff.length > 0) process.stderr.write(`${cutOffInWords(cutOff)}\n`);
  return undefined;
}

/** Shows the progress with each case that is taken. */
function* followed(cases: Iterable<Case>, progress: Progress): Iterable<Case> {
  for (const each of cases) {
    progress.show(each.operation);
    yield each;
  }
}

const NONE_CHOSEN = 'No test case has an id that --only and --skip choose; assay cases lists them all';

/** Returns the same items, after the first one has been made; undefined if there is none. */
function startedOn<Item>(items: Iterable<Item>): Iterable<Item> | undefined {
  const iterator = items[Symbol.iterator]();
  const first = iterator.next();
  if (first.done) return undefined;
  return (function* () {
    yield first.value;
    yield* { [Symbol.iterator]: () => iterator };
  })();
}

/** Writes texts at the speed of the reader. */
async function printAll(texts: Iterable<string>): Promise<void> {
  for (const text of texts) await printSlowly(text);
}

function* commands(cases: Iterable<Case>, origin: string): Iterable<string> {
  for (const { id, title, request } of cases) yield `# ${id}: ${title}\n${curlOf(origin, request)}\n`;
}

/** Writes the cases of each endpoint in columns, under its method and path. */
function* table(cases: Iterable<Case>, { contract }: Hosting): Iterable<string> {
  for (const { operation, group } of groups(cases)) {
    const endpoint = operation === undefined ? undefined : contract.endpoints[operation];
    const width = greatest(group.map(({ id }) => id.length));
    const lines = group.map(
      ({ id, title, expected }) => `  ${expected.status}  ${id.padEnd(width)}  ${title}\n`,
    );
    yield `${endpoint ? `${endpoint.method} ${endpoint.path}` : 'Anywhere'}\n${lines.join('')}\n`;
  }
}

interface Group {
  readonly operation: Case['operation'];
  readonly group: readonly Case[];
}

/** Groups consecutive cases of the same endpoint. */
function* groups(cases: Iterable<Case>): Iterable<Group> {
  let operation: Case['operation'];
  let group: Case[] = [];
  for (const each of cases) {
    if (group.length > 0 && operation !== each.operation) {
      yield { operation, group };
      group = [];
    }
    operation = each.operation;
    group.push(each);
  }
  yield { operation, group };
}
