import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSettings } from '../../src/cli/setting.ts';
import { settings } from '../../src/cli/settings.ts';
import { endpointTable } from '../../src/docs/table.ts';
import { all } from '../../src/practice/endpoints.ts';
import { service as info } from '../../src/practice/rows/service.ts';
import { commandsOf } from '../_markdown.ts';
import { type Service, startService } from '../_service.ts';

/** What README.md promises. */

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('README.md', () => {
  it('has three commands to copy', () => {
    expect(commandsOf('README.md')).toHaveLength(3);
  });

  it('shows an entry as it is really answered', async () => {
    const [, entry = ''] = /```json\n([\s\S]+?)```/.exec(readme) ?? [];
    const response = await fetch(`${service.origin}/users/?page=0`);
    expect(await response.json()).toEqual({ detail: [JSON.parse(entry)] });
  });

  it('lists the endpoints of the contract', () => {
    expect(readme).toContain(`<!-- endpoints -->\n${endpointTable(all)}\n<!-- /endpoints -->`);
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
    { sample: 0, printed: '422 Id: must be a UUID, 32 hexadecimal digits with or without hyphens\n' },
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
