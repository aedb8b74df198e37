import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runService, type Service, startService } from '../_service.ts';

/** The commands of docs/checking.md print what it says. */

const page = readFileSync('docs/checking.md', 'utf8');
const samples = Array.from(
  page.matchAll(/```console\n\$ assay (.*)\n([\s\S]*?)```/g),
  ([, command = '', output = '']) => ({ command, output }),
);

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('has two commands', () => {
  expect(samples).toHaveLength(2);
});

it.each(samples)('$command', async ({ command, output }) => {
  const words = Array.from(command.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '');
  const args = words.map((word) => (word === 'http://localhost:8000' ? service.origin : word));
  const { code, stdout, stderr } = await runService({}, args);
  expect(stderr).toBe('');
  expect(stdout).toBe(output);
  expect(code).toBe(0);
});
