import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, commandsOf, textOf } from '../_markdown.ts';

/** The claims of README.md; see also samples.test.ts, commands.test.ts and pages.test.ts. */

const readme = textOf('README.md');

describe('README.md', () => {
  it('has three commands, a program and its output', () => {
    expect(commandsOf('README.md')).toHaveLength(3);
    expect(blocksOf('README.md', 'js')).toHaveLength(1);
    expect(blocksOf('README.md', 'text')).toHaveLength(1);
  });

  it('names scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = Array.from(readme.matchAll(/`npm (?:run )?(\w+)/g), ([, name = '']) => name);
    expect(named.filter((name) => name !== 'ci' && !(name in scripts))).toEqual([]);
    expect(named).toEqual(['ci', 'start']);
  });

  it('has up-to-date charts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-chart-'));
    execFileSync(process.execPath, ['tools/bench/chart.js', folder]);
    for (const name of readdirSync(folder))
      expect(readFileSync(join('docs/images', name), 'utf8')).toBe(readFileSync(join(folder, name), 'utf8'));
    expect(readdirSync(folder)).toHaveLength(2);
    rmSync(folder, { recursive: true });
  });

  it.runIf(spawnSync('curl', ['--version']).status === 0)('shows a session as it runs now', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-session-'));
    execFileSync(process.execPath, ['scripts/recording.js', folder]);
    expect(textOf('docs/images/session.svg')).toBe(textOf(join(folder, 'session.svg')));
    rmSync(folder, { recursive: true });
  });

  it('has at most 80 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(80);
  });

  it('counts the endpoints of the practice service', () => {
    expect(textOf('docs/reference/practice.md').match(/^\| `[A-Z]+ \//gm)).toHaveLength(15);
  });
});
