import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandsOf, untimed, wordsOf } from '../_markdown.ts';
import { runService, type Service, startService } from '../_service.ts';

/** The commands of docs/guides/cases.md and docs/guides/check.md, and what they print. */

const samples = ['docs/guides/cases.md', 'docs/guides/check.md'].flatMap(commandsOf);

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('has two commands', () => {
  expect(samples).toHaveLength(2);
});

it.each(samples)('$command', async ({ command, output }) => {
  const [, , ...words] = wordsOf(command); // npx assay
  const args = words.map((word) => (word === 'http://localhost:8000' ? service.origin : word));
  const { code, stdout, stderr } = await runService({}, args);
  expect(stderr).toBe('');
  expect(untimed(stdout)).toBe(untimed(output));
  expect(code).toBe(0);
});
