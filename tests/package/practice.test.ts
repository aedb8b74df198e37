import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract } from '../../src/practice/app.ts';
import { VERSION } from '../../src/version.ts';

/** The practice service is an app like anybody's, and nothing depends on it. */

const source = join(import.meta.dirname, '..', '..', 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const imports = files.flatMap((from) => {
  const text = readFileSync(join(source, from), 'utf8');
  return [...text.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, to = '']) => ({
    from,
    to: to.startsWith('.') ? relative(source, join(source, dirname(from), to)) : to,
  }));
});
const isPractice = (file: string) => file.startsWith('practice/');

describe('the practice service', () => {
  it('imports nothing but the two public modules', () => {
    const outside = imports.filter(({ from, to }) => isPractice(from) && !isPractice(to));
    expect([...new Set(outside.map(({ to }) => to))].sort()).toEqual(['fields/index.ts', 'index.ts']);
  });

  it('is imported by the command and one entry only', () => {
    const importers = imports.filter(({ from, to }) => isPractice(to) && !isPractice(from));
    expect(importers.map(({ from }) => from).filter((from) => !from.startsWith('cli/'))).toEqual([
      'entries/practice.ts',
    ]);
  });

  it('is not loaded with the engine', () => {
    const loaded = new Set([join('dist', 'index.js'), join('dist', 'fields', 'index.js')]);
    for (const file of loaded)
      for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(
        /(?:from|import)\s*[`'"](\.[^`'"]+)[`'"]/g,
      ))
        loaded.add(join(dirname(file), to));
    expect(loaded.size).toBeGreaterThan(2);
    expect([...loaded].filter((file) => file.includes('practice'))).toEqual([]);
  });

  it('has the version of the package', () => {
    expect(VERSION).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
    expect(contract.version).toBe(VERSION);
  });
});
