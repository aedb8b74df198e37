import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the built command is one file, which loads nothing at its start but what comes with Node', () => {
  const source = readFileSync('dist/entries/node.js', 'utf8');
  const loaded = [...source.matchAll(/^(?:import|export) .*"([^"]+)";$/gm)].map(([, name]) => name);
  expect(loaded).toContain('node:net');
  expect(loaded).not.toContain('node:http');
  expect(loaded.filter((name) => !name?.startsWith('node:'))).toEqual([]);
});
