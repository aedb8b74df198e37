import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { pages, textOf } from '../_markdown.ts';

/** The programs in README.md and the pages under docs/, and their output. */

const samples = pages.flatMap((page) => {
  const text = textOf(page);
  const blocks = [...text.matchAll(/```js\n((?:(?!```)[\s\S])+)```\n\n```text\n([\s\S]+?)```/g)];
  return blocks.map(([, program = '', printed = ''], at) => ({
    name: `${page} ${at + 1}`,
    program,
    printed,
  }));
});

describe('a sample of the documentation', () => {
  it('exists', () => {
    expect(samples.length).toBeGreaterThan(1);
  });

  it.each(samples)('prints the output that is shown: $name', ({ program, printed }) => {
    const run = ['--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, run, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toBe(printed);
  });
});
