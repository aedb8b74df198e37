import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, commandsOf, textOf } from '../_markdown.ts';

/** The claims of README.md; see also samples.test.ts, commands.test.ts and pages.test.ts. */

const readme = textOf('README.md');

describe('README.md', () => {
  it('has four commands, a program and its output', () => {
    expect(commandsOf('README.md')).toHaveLength(4);
    expect(blocksOf('README.md', 'js')).toHaveLength(1);
    expect(blocksOf('README.md', 'text')).toHaveLength(1);
  });

  it('names scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(readme).toContain('npm ci && npm start ');
    expect(readme).toContain('npm ci && npm test ');
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']));
  });

  it('has up-to-date charts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-chart-'));
    execFileSync(process.execPath, ['tools/bench/chart.js', folder]);
    for (const name of readdirSync(folder))
      expect(readFileSync(join('docs/images', name), 'utf8')).toBe(readFileSync(join(folder, name), 'utf8'));
    expect(readdirSync(folder)).toHaveLength(2);
    rmSync(folder, { recursive: true });
  });

  it('counts the endpoints of the practice service', () => {
    expect(textOf('docs/reference/practice.md').match(/^\| `[A-Z]+ \//gm)).toHaveLength(15);
  });
});
