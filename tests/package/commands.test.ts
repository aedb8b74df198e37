import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf, pages, textOf, untimed, wordsOf } from '../_markdown.ts';
import { runService, type Service, startService } from '../_service.ts';

/** The command lines in README.md and the pages under docs/, and their output. */

/** A page whose service needs a newer Node; journeys.test.ts runs its commands. */
const ELSEWHERE = 'docs/guides/database.md';

const commands = pages
  .filter((page) => page !== ELSEWHERE)
  .flatMap((page) => commandsOf(page).map((shown) => ({ page, ...shown })));
type Shown = (typeof commands)[number];
const curls = commands.filter(({ command }) => command.startsWith('curl '));
const assays = commands.filter(({ command }) => command.startsWith('npx assay '));
const hasCurl = spawnSync('curl', ['--version']).status === 0;

const EXAMPLES = 'examples/start/';
const folder = mkdtempSync(join(tmpdir(), 'assay-pages-'));
const repaired = join(folder, 'server.mjs');

/** The services that pages send requests to. */
const starts = {
  practice: () => startService(),
  faulty: () => startService({ FAULTS: 'true' }),
  lenient: () => startService({ VALIDATE: 'warn' }, [`${EXAMPLES}openapi.yaml`]),
  mock: () => startService({}, [`${EXAMPLES}openapi.yaml`]),
  lamps: () => startService({}, [`${EXAMPLES}lamps.js`]),
  broken: () => startService({}, [], `${EXAMPLES}server.js`),
  repaired: () => startService({}, [], repaired),
};
type Name = keyof typeof starts;
const services = new Map<string, Service>();

beforeAll(async () => {
  writeFileSync(repaired, repairedServer());
  const started = Object.entries(starts).map(async ([name, start]) => services.set(name, await start()));
  await Promise.all(started);
});
afterAll(async () => {
  await Promise.all([...services.values()].map((service) => service.stop()));
  rmSync(folder, { recursive: true });
});

/** The server of docs/start/check.md with the line that the page adds. */
function repairedServer(): string {
  const [, line = ''] = /<!-- fix -->\n```js\n([^`]+)```/.exec(textOf('docs/start/check.md')) ?? [];
  const server = readFileSync(`${EXAMPLES}server.js`, 'utf8');
  return server.replace(/^.*lamp\.watts < 1\).*\n/m, (before) => before + line);
}

/** What listens on port 8000, where it is not the practice service. */
const others: Partial<Record<string, Name>> = {
  'docs/guides/faults.md': 'faulty',
  'docs/guides/mock.md': 'lenient',
  'docs/start/mock.md': 'mock',
  'docs/start/service.md': 'lamps',
};

/** The addresses of a page, with the service that listens there. */
function addressesOf({ page, output }: Shown): [shown: string, name: Name][] {
  return [
    ['http://localhost:8000', others[page] ?? 'practice'],
    ['http://localhost:8001', 'mock'],
    ['http://localhost:3000', fails(output) ? 'broken' : 'repaired'],
  ];
}

/** Whether a check found something. */
const fails = (output: string) => /\d+ differ/.test(output);

const originOf = (name: Name) => services.get(name)?.origin ?? '';

/** Puts the addresses of the running services, and the files of the examples, into a command. */
function runnable(shown: Shown): string {
  const command = addressesOf(shown).reduce(
    (text, [address, name]) => text.replace(address, originOf(name)),
    shown.command,
  );
  return command.replace(' ./', ` ${EXAMPLES}`);
}

/** An output with the addresses that the page shows. */
function asShown(output: string, shown: Shown): string {
  return addressesOf(shown).reduce(
    (text, [address, name]) => text.replaceAll(originOf(name), address),
    output,
  );
}

/** The request that a curl line with `-H` and `-d` sends. */
function requestOf(shown: Shown): Request {
  const [, address = '', ...options] = wordsOf(runnable(shown));
  const headers = new Headers();
  let body: string | undefined;
  for (let at = 0; at < options.length; at += 2) {
    const [option, value = ''] = options.slice(at);
    if (option === '-d') body = value;
    else headers.set(...(value.split(': ', 2) as [string, string]));
  }
  return new Request(address, body === undefined ? { headers } : { method: 'POST', headers, body });
}

describe('a command that a page shows', () => {
  it('is tested here', () => {
    expect(commands.filter((shown) => !curls.includes(shown) && !assays.includes(shown))).toEqual([]);
    expect(curls.length).toBeGreaterThan(2);
    expect(assays.length).toBeGreaterThan(2);
  });

  it.each(commands)('has quotes around what a shell would expand: $page $command', ({ command }) => {
    expect(command.replace(/'[^']*'/g, '')).not.toMatch(/[?*&[\]{}$;]/);
  });

  it.each(curls)('shows the real reply: $page $command', async (shown) => {
    const response = await fetch(requestOf(shown));
    expect(`${await response.text()}\n`).toBe(shown.output);
  });

  it.runIf(hasCurl).each(curls)('shows the real output of curl: $page $command', (shown) => {
    const printed = execFileSync('sh', ['-c', `${runnable(shown)} --silent`], { encoding: 'utf8' });
    expect(`${printed}\n`).toBe(shown.output);
  });

  it.each(assays)('shows the real output of assay: $page $command', async (shown) => {
    const args = wordsOf(runnable(shown)).slice(2);
    const { code, stdout, stderr } = await runService({}, args);
    expect(untimed(asShown(stderr + stdout, shown))).toBe(untimed(shown.output));
    expect(code).toBe(fails(shown.output) ? 1 : 0);
  });
});

describe('a file that a page shows', () => {
  const files = pages.flatMap((page) =>
    [...textOf(page).matchAll(/<!-- (examples\/\S+) -->\n```\w+\n([\s\S]*?)```/g)].map(
      ([, file = '', shown = '']) => ({ page, file, shown }),
    ),
  );

  it.each(files)('is that of the examples: $page $file', ({ file, shown }) => {
    expect(shown).toBe(readFileSync(file, 'utf8'));
  });
});
