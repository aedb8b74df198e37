import { readFileSync } from 'node:fs';

/** The runtimes' own ways, as `differences.json` pins them. */

interface Row {
  /** The answer of Assay's own server, wherever it runs. */
  readonly ours: string;
  /** The answers of others, and who they are. */
  readonly others: Readonly<Record<string, readonly string[]>>;
}

interface Pinned {
  readonly why: string;
  readonly test: string;
  readonly on: readonly string[];
}

interface Differences {
  /** By what is special about a request. */
  readonly requests: Readonly<Record<string, Row>>;
  /** The tests of the suite that fail. */
  readonly tests: readonly Pinned[];
}

const differences: Differences = JSON.parse(
  readFileSync(new URL('./differences.json', import.meta.url), 'utf8'),
);

/** The requests of which something is pinned. */
export const pinnedRequests: readonly string[] = Object.keys(differences.requests);

/** The outcome that is pinned for a request on a runtime. */
export function outcomeOn(runtime: string, request: string): string | undefined {
  const row = differences.requests[request];
  const [own] = Object.entries(row?.others ?? {}).find(([, on]) => on.includes(runtime)) ?? [];
  return own ?? row?.ours;
}

/** The runtimes on which a test is known to fail. */
export function failingOn(test: string): readonly string[] {
  return differences.tests.filter((pinned) => pinned.test === test).flatMap(({ on }) => on);
}

/** The columns of the table in docs/reference/runtimes.md. */
const columns: Readonly<Record<string, string>> = {
  "Assay's own server": 'Node 20',
  Bun: 'Bun',
  Deno: 'Deno',
  workerd: 'workerd',
  'wrangler dev': 'wrangler dev',
  'in Hono': 'mounted in Hono',
  'in Express': 'mounted in Express',
  srvx: 'srvx',
};

/** The table of docs/reference/runtimes.md: requests that get another status somewhere, with a mark where nothing says why. */
export function differencesTable(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = pinnedRequests
    .map((request) => [
      request,
      ...Object.values(columns).map((runtime) => inShort(outcomeOn(runtime, request) ?? '')),
    ])
    .filter(([, ours, ...others]) => others.some((outcome) => outcome.replace('*', '') !== ours));
  return [
    line(['', ...Object.keys(columns)]),
    line(['---', ...Object.keys(columns).map(() => '---')]),
    ...rows.map(line),
  ].join('\n');
}

function inShort(outcome: string): string {
  const [status = ''] = outcome.split(/[ ,]/, 1);
  return Number(status) < 400 || outcome.includes('in words') ? status : `${status}*`;
}
