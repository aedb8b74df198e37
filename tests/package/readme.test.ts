import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsTable } from '../../src/cli/help.ts';
import { describeSettings } from '../../src/cli/setting.ts';
import { settings } from '../../src/cli/settings.ts';
import { endpointTable } from '../../src/docs/table.ts';
import { all } from '../../src/practice/endpoints.ts';
import { service as info } from '../../src/practice/rows/service.ts';
import { type Service, startService } from '../_service.ts';

/** What README.md promises. */

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
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
    expect(readme).toContain(`<!-- endpoints -->\n${endpointTable(all)}\n<!-- /endpoints -->`);
  });

  it('lists the settings that there are', () => {
    expect(readme).toContain(`<!-- settings -->\n${settingsTable()}\n<!-- /settings -->`);
  });

  it('names scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(readme).toContain('npm ci && npm start ');
    expect(readme).toContain('npm ci && npm test ');
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']));
  });

  it('shows a line of the log as it really is', async () => {
    const [, sample = '{}'] = /<!-- log -->\n```json\n(.*)\n```/.exec(readme) ?? [];
    const { time: _, pid: __, ms: ___, ...expected } = JSON.parse(sample);
    const headers = {
      'X-Request-Id': expected.id,
      traceparent: `00-${expected.trace}-00f067aa0ba902b7-01`,
    };
    await fetch(`${service.origin}/search/`, { headers });
    const line = JSON.parse(`{${await service.printed(/^\{(.*"path":"\/search\/".*)$/m)}`);
    expect(line).toEqual({ time: expect.any(Number), pid: service.pid, ms: expect.any(Number), ...expected });
  });

  it.each([
    { sample: 0, printed: '422 Page: must be at least 1\n' },
    { sample: 1, printed: "{ name: 'Desk', watts: 40 }\n" },
  ])('shows programs that run as they are: $printed', ({ sample, printed }) => {
    const programs = [...readme.matchAll(/```js\n([\s\S]+?)```/g)].map(([, program = '']) => program);
    expect(programs).toHaveLength(2);
    const run = ['--input-type=module', '--eval', programs[sample] ?? ''];
    expect(execFileSync(process.execPath, run, { encoding: 'utf8' })).toBe(printed);
  });

  it('shows a manifest whose probes are there, and whose variables are settings', async () => {
    const [, manifest = ''] = /```yaml\n([\s\S]+?)```/.exec(readme) ?? [];
    const paths = [...manifest.matchAll(/path: (\S+),/g)].map(([, path = '']) => path);
    expect(paths).toEqual(['/livez', '/readyz']);
    for (const path of paths) expect((await fetch(service.origin + path)).status).toBe(200);
    const names = [...manifest.matchAll(/\{ name: (\w+),/g)].map(([, name]) => name);
    const variables = describeSettings(settings).map(({ variable }) => variable);
    expect(names.filter((name) => !variables.includes(name ?? ''))).toEqual([]);
    expect(manifest).toContain(`containerPort: ${settings.port.fallback} `);
    expect(manifest).toContain(`image: assay:${info.version}\n`);
  });
});
