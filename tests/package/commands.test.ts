import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf, pages, untimed, wordsOf } from '../_markdown.ts';
import { runService, type Service, startService } from '../_service.ts';

/** The command lines in README.md and the pages under docs/, and their output. */

const commands = pages.flatMap((page) => commandsOf(page).map((shown) => ({ page, ...shown })));
const curls = commands.filter(({ command }) => command.startsWith('curl '));
const assays = commands.filter(({ command }) => /^(?:npx )?assay /.test(command));
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let service: Service;
let faulty: Service;
beforeAll(async () => {
  [service, faulty] = await Promise.all([startService(), startService({ FAULTS: 'true' })]);
});
afterAll(() => Promise.all([service.stop(), faulty.stop()]));

/** Puts the address of the running service into a command; that of docs/guides/faults.md has faults enabled. */
function withOrigin(command: string, page: string): string {
  const { origin } = page === 'docs/guides/faults.md' ? faulty : service;
  return command.replace('http://localhost:8000', origin);
}

/** The request that a curl line with `-H` and `-d` sends. */
function requestOf(command: string, page: string): Request {
  const [, address = '', ...options] = wordsOf(withOrigin(command, page));
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

  it.each(curls)('shows the real reply: $page $command', async ({ page, command, output }) => {
    const response = await fetch(requestOf(command, page));
    expect(`${await response.text()}\n`).toBe(output);
  });

  it.runIf(hasCurl).each(curls)(
    'shows the real output of curl: $page $command',
    ({ page, command, output }) => {
      const printed = execFileSync('sh', ['-c', `${withOrigin(command, page)} --silent`], {
        encoding: 'utf8',
      });
      expect(`${printed}\n`).toBe(output);
    },
  );

  it.each(assays)('shows the real output of assay: $page $command', async ({ page, command, output }) => {
    const args = wordsOf(withOrigin(command, page)).slice(command.startsWith('npx ') ? 2 : 1);
    const { code, stdout, stderr } = await runService({}, args);
    expect({ code, stdout: untimed(stdout), stderr }).toEqual({
      code: 0,
      stdout: untimed(output),
      stderr: '',
    });
  });
});
