import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flagOf } from '../../src/cli/settings.ts';
import { fromDocument } from '../../src/entries/openapi.ts';
import practice from '../../src/entries/practice.ts';
import { cases, mismatch } from '../../src/entries/testing.ts';
import { apiKey, basic, bearer, createApp, refuse, reply } from '../../src/index.ts';
import { pages, textOf } from '../_markdown.ts';

/** Whatever the package exports is in the documentation: names, properties of types, and options. */

const code = pages.flatMap((page) => textOf(page).match(/```[\s\S]*?```|`[^`\n]+`/g) ?? []).join('\n');

/** Tells whether a name is in the code of a page, or is an option of `app.listen` whose flag is. */
function isDocumented(name: string): boolean {
  return new RegExp(`\\b${name}\\b|${flagOf(name)}(?![\\w-])`).test(code);
}

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const modules = Object.keys(exports).filter((name) => !name.endsWith('.json'));

/** Types that programs only pass on, and those of Node's objects. */
const opaque = ['Fit', 'NodeRequest', 'NodeResponse'];

interface Exported {
  readonly name: string;
  /** The properties, if it is an interface or a class. */
  readonly properties: readonly string[];
}

/** The names that a file of declarations exports. */
function exportsOf(file: string): Exported[] {
  const text = readFileSync(file, 'utf8');
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?;/gm)].flatMap(
    ([, names = '', from]) => {
      const source = from === undefined ? file : join(dirname(file), from.replace(/\.js$/, '.d.ts'));
      return names.split(',').map((each) => ({ name: each.trim().replace(/^type /, ''), source }));
    },
  );
  const declared = [...text.matchAll(/^export (?:declare )?(?:function|const|class|interface|type) (\w+)/gm)];
  return [...listed, ...declared.map(([, name = '']) => ({ name, source: file }))]
    .filter(({ name }) => name !== '' && !name.includes(' as '))
    .map(({ name, source }) => ({
      name,
      properties: opaque.includes(name) ? [] : propertiesOf(name, source),
    }));
}

function propertiesOf(name: string, file: string): string[] {
  const declaration = new RegExp(
    `^export (?:declare )?(?:interface|class) ${name}\\b[^{]*\\{([^]*?)^\\}`,
    'm',
  );
  const [, body = ''] = declaration.exec(readFileSync(file, 'utf8')) ?? [];
  const names = [...body.matchAll(/^ {4}(?:static |readonly |get )*(\w+)\??[:(<]/gm)];
  return names.map(([, property = '']) => property).filter((property) => property !== 'constructor');
}

describe.each(modules)('%s', (name) => {
  const { types } = exports[name].import;
  const all = exportsOf(types);

  it('exports names, with their properties, that the documentation has', () => {
    expect(all.length).toBeGreaterThan(0);
    const names = all.flatMap((each) => [each.name, ...each.properties.map((it) => `${each.name}.${it}`)]);
    expect(names.filter((each) => !isDocumented(each.split('.').at(-1) ?? ''))).toEqual([]);
  });
});

const other: object = { other: 1 };
const first = [...cases(practice, { only: 'createUser/body.age/int_parsing' })][0];
const empty = { title: 'Lamps', version: '1', endpoints: {} };

it.each<[string, () => unknown]>([
  ['bearer', () => bearer(other as Parameters<typeof bearer>[0])],
  ['basic', () => basic(other as Parameters<typeof basic>[0])],
  ['apiKey', () => apiKey(other as Parameters<typeof apiKey>[0])],
  ['createApp', () => createApp(empty, {}, other)],
  ['fromDocument', () => fromDocument({}, other)],
  ['cases', () => cases(practice, other)],
  ['mismatch', () => first && mismatch(first, new Response(), other)],
  ['reply', () => reply(undefined, other)],
  ['refuse', () => refuse(404, undefined, other)],
])('the documentation has the options of %s', async (_, call) => {
  const message = await Promise.resolve().then(call).then(String, String);
  const [, options = ''] = /; its options are (.*)$/.exec(message) ?? [];
  expect(options).not.toBe('');
  expect(options.split(', ').filter((name) => !isDocumented(name))).toEqual([]);
});
