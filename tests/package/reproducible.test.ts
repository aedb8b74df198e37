import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

/** A reproducible package, and its software bill of materials. */

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly hasInstallScript?: boolean;
}

const { packages }: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
/** The packages that are needed at run time. */
const needed = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ''), ...locked }));

const npm = (cwd: string, ...args: readonly string[]) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const scratch = mkdtempSync(join(tmpdir(), 'assay-parts-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const [packed] = JSON.parse(npm('.', 'pack', '--ignore-scripts', '--json', '--pack-destination', scratch));

describe('the bill of materials, made as docs/guides/containers.md says', () => {
  interface Component {
    readonly name: string;
    readonly version: string;
    readonly hashes: readonly { readonly alg: string; readonly content: string }[];
    readonly licenses: readonly unknown[];
  }
  const folder = join(scratch, 'installed');
  mkdirSync(folder);
  const steps = /(?<=```sh\n)npm init --yes\n[^`]+/.exec(
    readFileSync('docs/guides/containers.md', 'utf8'),
  ) ?? [''];
  const answers = steps[0]
    .trim()
    .split('\n')
    .map((line) => npm(folder, ...wordsOf(line)));
  const { components }: { components: Component[] } = JSON.parse(answers.at(-1) ?? '');

  function wordsOf(line: string): string[] {
    const [, ...words] = line.split(' ');
    const options = words[0] === 'install' ? ['--prefer-offline', '--no-audit', '--no-fund'] : [];
    return [...words.map((word) => (word === 'assay' ? join(scratch, packed.filename) : word)), ...options];
  }

  it('has only what is needed at run time', () => {
    const named = (each: { name: string; version: string }) => `${each.name}@${each.version}`;
    const expected = ['assay@1.0.0', ...needed.map(named)];
    expect(components.map(named).sort()).toEqual(expected.sort());
    expect(needed.length).toBeGreaterThan(0);
  });

  it.each(components)('has the hash and the license of $name', ({ name, hashes, licenses }) => {
    const { integrity = '' } = [...needed, packed].find((each) => each.name === name) ?? {};
    const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    expect(hashes).toEqual([{ alg: 'SHA-512', content }]);
    expect(licenses).not.toEqual([]);
  });
});

describe('the package', () => {
  it('has the same bytes wherever it is packed', () => {
    const copy = join(scratch, 'copy');
    for (const { path } of packed.files) cpSync(path, join(copy, path));
    const [again] = JSON.parse(npm(copy, 'pack', '--ignore-scripts', '--json', '--dry-run'));
    expect(again.integrity).toBe(packed.integrity);
  });

  it.each(needed)('has no platform-specific part in $name', (each) => {
    expect([each.os, each.cpu, each.hasInstallScript]).toEqual([undefined, undefined, undefined]);
  });

  it.each(['x64', 'arm64'])('can be built on Alpine Linux for %s', (cpu) => {
    expect(packages[`node_modules/@rolldown/binding-linux-${cpu}-musl`]?.integrity).toMatch(/^sha512-/);
    expect(packages[`node_modules/@typescript/typescript-linux-${cpu}`]?.integrity).toMatch(/^sha512-/);
  });
});
