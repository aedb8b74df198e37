import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The programs that the pages under docs/ show, each with what it prints. */

const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
const samples = pages.flatMap((page) => {
  const text = readFileSync(`docs/${page}`, 'utf8');
  const blocks = [...text.matchAll(/```js\n([\s\S]+?)```\n\n```text\n([\s\S]+?)```/g)];
  return blocks.map(([, program = '', printed = ''], at) => ({
    name: `${page} ${at + 1}`,
    program,
    printed,
  }));
});

describe('a sample of the documentation', () => {
  it('is found', () => {
    expect(samples.length).toBeGreaterThan(1);
  });

  it.each(samples)('prints what is shown: $name', ({ program, printed }) => {
    const run = ['--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, run, { encoding: 'utf8', timeout: 30_000 });
    expect(stderr).toBe('');
    expect(stdout).toBe(printed);
  });
});
