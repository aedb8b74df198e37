import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsTable } from '../src/cli/help.ts';
import { contract } from '../src/contract/index.ts';
import { endpointTable } from '../src/docs/table.ts';
import { type Service, startService } from './_service.ts';

/** What README.md promises. */

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const commands = [...readme.matchAll(/^\$ (curl .*)\n(.*)$/gm)].map(([, command = '', output = '']) => ({
  command,
  output,
}));
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** The words of a command line that quotes with nothing but single quotation marks. */
const words = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

describe('README.md', () => {
  it('has three commands to copy', () => {
    expect(commands).toHaveLength(3);
  });

  it.each(commands)('shows what is really answered to $command', async ({ command, output }) => {
    const [, address = '', , header = '', , body = ''] = words(command);
    const [name = '', value = ''] = header.split(': ');
    const response = await fetch(address.replace('http://localhost:8000', service.origin), {
      method: 'POST',
      headers: { [name]: value },
      body,
    });
    expect(await response.text()).toBe(output);
  });

  it.runIf(hasCurl).each(commands)('shows what curl really prints: $command', ({ command, output }) => {
    const local = command.replace('http://localhost:8000', service.origin);
    expect(execFileSync('sh', ['-c', `${local} --silent`], { encoding: 'utf8' })).toBe(output);
  });

  it('shows an entry as it is really answered', async () => {
    const [, entry = ''] = /```json\n([\s\S]+?)```/.exec(readme) ?? [];
    const response = await fetch(`${service.origin}/users/?page=0`);
    expect(await response.json()).toEqual({ detail: [JSON.parse(entry)] });
  });

  it('lists the endpoints of the contract', () => {
    expect(readme).toContain(`<!-- endpoints -->\n${endpointTable(contract)}\n<!-- /endpoints -->`);
  });

  it('lists the settings that there are', () => {
    expect(readme).toContain(`<!-- settings -->\n${settingsTable()}\n<!-- /settings -->`);
  });

  it('names scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(readme).toContain('npm ci && npm start ');
    expect(readme).toContain('npm ci && npm test ');
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']));
  });
});
