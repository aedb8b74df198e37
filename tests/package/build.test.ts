import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the built command is two files, which load nothing at their start but what comes with Node', () => {
  const loaded = ['node.js', 'node-module.js'].flatMap((name) => {
    const source = readFileSync(join('dist/entries', name), 'utf8');
    return [...source.matchAll(/^(?:import|export) .*"([^"]+)";$/gm)].map(([, other]) => other);
  });
  expect(loaded).toContain('node:net');
  expect(loaded).not.toContain('node:http');
  expect(loaded.filter((name) => !name?.startsWith('node:'))).toEqual(['./node-module.js']);
});
