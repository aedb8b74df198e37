import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

/** Every file that a file loads, directly or not, and the packages that they load. */
function loadedWith(file: string, loaded: Set<string> = new Set([file])): ReadonlySet<string> {
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom|^import|;import)"([^"]+)"/gm)) {
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

it('the built command is few files, which load only modules of Node at start', () => {
  const others = [...loadedWith('dist/entries/node.js')].filter((name) => !isOurs(name));
  expect(others).toContain('node:net');
  expect(others).not.toContain('node:http');
  expect(others.filter((name) => !name.startsWith('node:'))).toEqual(['#cases']);
  const shared = ['app', 'command', 'fields', 'node', 'practice'].map((name) => `shared/${name}.js`);
  expect(ours('entries/node.js').sort()).toEqual(['entries/node.js', ...shared]);
});

it.each([
  { entry: 'client/index.js', shared: [] },
  { entry: 'fields/index.js', shared: ['shared/fields.js'] },
  { entry: 'fields/pattern.js', shared: ['shared/fields.js', 'shared/pattern.js'] },
  { entry: 'index.js', shared: ['shared/app.js', 'shared/fields.js'] },
  { entry: 'refusals/find-case.js', shared: ['shared/app.js', 'shared/fields.js'] },
  { entry: 'entries/testing.js', shared: ['shared/app.js', 'shared/fields.js', 'shared/refusals.js'] },
])('$entry loads only the rooms that it needs', ({ entry, shared }) => {
  expect(ours(entry).sort()).toEqual([entry, ...shared].sort());
});
