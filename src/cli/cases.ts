import type { Case } from '../cases/case.ts';
import { casesJson, select } from '../cases/case.ts';
import { asProblems, casesOf, subjectOf } from '../cases/cases.ts';
import { curlOf } from '../cases/curl.ts';
import type { Hosting } from '../http/hosting.ts';
import type { CasesSettings } from './check-settings.ts';
import { printSlowly } from './output.ts';

/** Prints the cases of an app as they are found. */
export async function printCases(app: Hosting, settings: CasesSettings): Promise<void> {
  const host = settings.faults ? { faults: true } : {};
  const subject = subjectOf(app, host);
  const plain = select(casesOf(subject), { ...settings, limits: true });
  const cases = settings.problems ? asProblems(plain, subject) : plain;
  if (settings.json) await printAll(casesJson(cases));
  else if (settings.curl) await printAll(commands(cases, settings.origin));
  else await printAll(table(cases, app));
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
    const width = Math.max(...group.map(({ id }) => id.length));
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
  if (group.length > 0) yield { operation, group };
}
