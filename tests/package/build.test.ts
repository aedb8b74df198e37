import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

/** Every file that a file loads, directly or not, and the packages that they load. */
function loadedWith(file: string, loaded: Set<string> = new Set([file])): ReadonlySet<string> {
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?:[^;]* from )?"([^"]+)"/gm,
  )) {
    const other = name.startsWith('.') ? join(dirname(file), name) : name;
    if (loaded.has(other)) continue;
    loaded.add(other);
    if (name.startsWith('.')) loadedWith(other, loaded);
  }
  return loaded;
}

const isOurs = (name: string) => name.startsWith('dist');
const ours = (file: string) =>
  [...loadedWith(join('dist', file))].filter(isOurs).map((name) => relative('dist', name));

it('the built command starts with few files, which load only modules of Node', () => {
  const others = [...loadedWith('dist/entries/node.js')].filter((name) => !isOurs(name));
  expect(others).toContain('node:net');
  expect(others).not.toContain('node:http');
  expect(others.filter((name) => !name.startsWith('node:'))).toEqual([]);
  expect(ours('entries/node.js').length).toBeLessThanOrEqual(12);
});

it.each([
  { entry: 'client/index.js', loaded: ['vocabulary'] },
  { entry: 'fields/index.js', loaded: ['fields'] },
  { entry: 'fields/pattern.js', loaded: ['fields', 'pattern'] },
  { entry: 'index.js', loaded: ['app', 'fields'] },
  { entry: 'entries/testing.js', loaded: ['app', 'fields'] },
  { entry: 'entries/practice.js', loaded: ['app', 'fields', 'practice'] },
  { entry: 'hosts/node/host.js', loaded: ['app', 'fields', 'node'] },
])('$entry loads only the layers that it needs', ({ entry, loaded }) => {
  const layers = ['app', 'command', 'documents', 'fields', 'node', 'pattern', 'practice', 'vocabulary'];
  const files = ours(entry);
  expect(layers.filter((name) => files.includes(`shared/${name}.js`))).toEqual(loaded);
});

it.each(['answers', 'collections', 'document', 'documents', 'tools', 'yaml'])(
  'nothing loads %s before it is needed',
  (name) => {
    const entries = ['entries/node.js', 'entries/practice.js', 'index.js', 'fields/index.js'];
    expect(readFileSync(`dist/shared/${name}.js`, 'utf8')).not.toBe('');
    expect(entries.filter((entry) => ours(entry).includes(`shared/${name}.js`))).toEqual([]);
  },
);

it('all files are in ASCII, as V8 keeps any other in two bytes a character', () => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.c?js$/.test(name),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((name) => /[\x80-\uffff]/.test(readFileSync(join('dist', name), 'utf8')))).toEqual([]);
});

it('source maps count the escapes of other characters', () => {
  const lines = readFileSync('dist/shared/fields.js', 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes('["\\u0375", '));
  const map = new SourceMap(JSON.parse(readFileSync('dist/shared/fields.js.map', 'utf8')));
  const found = map.findEntry(at, String(lines[at]).indexOf('greek'));
  const { originalSource, originalLine, originalColumn } = Object(found);
  const source = readFileSync(join('dist/shared', originalSource), 'utf8').split('\n');
  expect(source[originalLine]?.slice(originalColumn)).toMatch(/^greek\(/);
});
