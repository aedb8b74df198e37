import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Doc comments of exported names, which editors show. */

const entries = [
  'src/index.ts',
  'src/fields/index.ts',
  'src/fields/pattern.ts',
  'src/client/index.ts',
  'src/entries/openapi.ts',
  'src/entries/practice.ts',
  'src/entries/testing.ts',
];

const DECLARATION = /^export (?:abstract |async )?(?:function|const|class|interface|type) (\w+)/gm;
const RE_EXPORTED = /^export (?:type )?\{([^}]+)\}(?: from '([^']+)')?;/gm;
const IMPORTED = /^import (?:type )?\{([^}]+)\} from '([^']+)';/gm;

interface Name {
  readonly name: string;
  readonly file: string;
}

function namesOf(file: string): Name[] {
  const text = readFileSync(file, 'utf8');
  const declared = [...text.matchAll(DECLARATION)].map(([, name = '']) => ({ name, file }));
  const passedOn = [...text.matchAll(RE_EXPORTED)].flatMap(([, list = '']) => listed(list));
  return [...declared, ...passedOn.map((name) => declarationOf(name, file))];
}

/** The names in the braces of an import or export, without aliases. */
function listed(list: string): string[] {
  const names = list.split(',').map((item) =>
    item
      .trim()
      .replace(/^type /, '')
      .replace(/ as .*/, ''),
  );
  return names.filter((name) => name !== '');
}

function declarationOf(name: string, file: string): Name {
  const text = readFileSync(file, 'utf8');
  const sources = [...text.matchAll(RE_EXPORTED), ...text.matchAll(IMPORTED)];
  const source = sources.find(([, list = '', from]) => from !== undefined && listed(list).includes(name));
  return source ? declarationOf(name, join(dirname(file), source[2] ?? '')) : { name, file };
}

describe.each(entries)('%s', (entry) => {
  const names = namesOf(entry);

  it('exports something', () => {
    expect(names.length).toBeGreaterThan(0);
  });

  it.each(names)('documents $name', ({ name, file }) => {
    const kinds = '(?:abstract |async )?(?:function|const|class|interface|type)';
    const declaration = new RegExp(`\\*/\\n(?:export )?${kinds} ${name}\\b`);
    expect(declaration.test(readFileSync(file, 'utf8')), file).toBe(true);
  });
});
