import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The layers of the source: a folder imports only from those below it. */

const source = join(import.meta.dirname, '..', '..', 'src');

const ladder = [
  'entries',
  'cli',
  'practice',
  'index',
  'prepared-docs',
  'from-document',
  'app',
  'inject',
  'options',
  'hosts/node',
  'hosts',
  'check',
  'client',
  'page',
  'documents',
  'openapi',
  'cases',
  'http',
  'contract',
  'fields',
  'errors',
  'text',
  'version',
];
/** Folders in different layers that must not import each other all the same. */
const neighbours = [['hosts/node', 'hosts']];
/**
 * Imports that are allowed everywhere: types, modules that each runtime chooses, and what the build puts
 * into the docs UI.
 */
const allowed = ['@standard-schema/spec', '#node', 'marked', 'preact', 'preact/hooks'];
const runtimes = ['entries', 'cli', 'hosts/node', 'check'];

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
);
const imports = files.flatMap((file) => importsOf(file).map((to) => ({ from: file, to })));
const local = imports
  .filter(({ to }) => to.startsWith('.'))
  .map(({ from, to }) => ({ from, to: relative(source, join(source, dirname(from), to)) }));

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, target = '']) => target);
}

function rung(file: string): number {
  return ladder.indexOf(place(file));
}

function place(file: string): string {
  return file.startsWith('hosts/node/') ? 'hosts/node' : (file.split('/')[0] ?? '').replace(/\.tsx?$/, '');
}

/** The files that import themselves, directly or not. */
function cycles(): string[] {
  const next = new Map(
    files.map((file) => [file, local.filter(({ from }) => from === file).map(({ to }) => to)]),
  );
  const reaches = (from: string, goal: string, seen: Set<string>): boolean =>
    (next.get(from) ?? []).some((to) => to === goal || (!seen.has(to) && reaches(to, goal, seen.add(to))));
  return files.filter((file) => reaches(file, file, new Set()));
}

describe('the source', () => {
  it('is found', () => {
    expect(files.length).toBeGreaterThan(40);
    expect(local.length).toBeGreaterThan(100);
  });

  it('has every file in a layer', () => {
    expect(files.filter((file) => rung(file) === -1)).toEqual([]);
  });

  it('imports only from lower layers', () => {
    expect(local.filter(({ from, to }) => rung(to) < rung(from))).toEqual([]);
  });

  it('keeps neighbours apart', () => {
    const imported = local.filter(({ from, to }) =>
      neighbours.some(
        (pair) => pair.includes(place(from)) && pair.includes(place(to)) && place(from) !== place(to),
      ),
    );
    expect(imported).toEqual([]);
  });

  it('has no import cycle', () => {
    expect(cycles()).toEqual([]);
  });

  it('imports no runtime and no other package in its core', () => {
    const outside = imports.filter(({ from, to }) => !to.startsWith('.') && !runtimes.includes(place(from)));
    expect(outside.filter(({ to }) => !allowed.includes(to))).toEqual([]);
  });

  it('imports nothing at run time in the client but what reads error bodies', () => {
    const client = files.filter((file) => /^(?:client|errors\/bodies)\//.test(file));
    const imported = client.flatMap((file) => [
      ...code(file).matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)'/gm),
    ]);
    expect(
      imported
        .map(([, target]) => target)
        .filter((target) => !/^(?:\.|\.\.\/errors\/bodies)\/[a-z]+\.ts$/.test(target ?? '')),
    ).toEqual([]);
  });

  it.each(['entries/testing.ts', 'entries/practice.ts', 'index.ts'])(
    'loads %s without a runtime',
    (entry) => {
      const reached = new Set([entry]);
      for (const file of reached) for (const { from, to } of local) if (from === file) reached.add(to);
      expect(reached.size).toBeGreaterThan(50);
      expect([...reached].filter((file) => file !== entry && runtimes.includes(place(file)))).toEqual([]);
    },
  );

  it('uses no global of a runtime in its core', () => {
    const core = files.filter((file) => !runtimes.includes(place(file)));
    const named = core.filter((file) =>
      /\b(?:Buffer|process|require|__dirname|Deno|Bun)\b[.(]/.test(code(file)),
    );
    expect(named).toEqual([]);
  });
});

/** The text of a file without its comments. */
function code(file: string): string {
  return readFileSync(join(source, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}
