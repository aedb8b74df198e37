import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadDocument } from '../../src/hosts/node/documents.ts';

/** Loading documents from files and addresses, with the files that they refer to. */

const folder = mkdtempSync(join(tmpdir(), 'assay-documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | Uint8Array): URL {
  const file = join(folder, name);
  writeFileSync(file, content);
  return pathToFileURL(file);
}

function sizedFile(name: string, size: number): URL {
  const url = write(name, '');
  truncateSync(url, size);
  return url;
}

function folderNamed(name: string): URL {
  mkdirSync(join(folder, name));
  return pathToFileURL(join(folder, name));
}

/** Makes a symbolic link, and returns its name. */
function linkTo(target: string, name = `link to ${basename(target)}`): string {
  symlinkSync(target, join(folder, name));
  return name;
}

function pipeNamed(name: string): string {
  execFileSync('mkfifo', [join(folder, name)]);
  return name;
}

/** A Unix socket, which can't be opened as a file. */
async function socketNamed(name: string): Promise<URL> {
  const path = join(folder, name);
  const server = createNetServer().listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return pathToFileURL(path);
}

async function served(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const referring = (...references: readonly string[]) => JSON.stringify(references.map(($ref) => ({ $ref })));

/** Members of a map in YAML. */
function namesOf(count: number): string {
  return Array.from({ length: count }, (_, at) => `n${at}: 1`).join(', ');
}

/** Nested YAML lists, each of which has twelve aliases of the one before. */
const aliases = Array.from({ length: 7 }, (_, level) =>
  level === 0
    ? 'a0: &a0 [1]'
    : `a${level}: &a${level} [${Array(12)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
).join('\n');

describe('a document in files', () => {
  it.each([
    ['marked.json', '\ufeff{"a":1}', { a: 1 }],
    ['flow.yaml', '{ a: 1, b: [2] }', { a: 1, b: [2] }],
    ['long.yaml', '- {a: 1}\n'.repeat(501), Array.from({ length: 501 }, () => ({ a: 1 }))],
    ['tagged.yaml', 'a: !unknown 1', { a: '1' }],
    ['typed.yaml', '%YAML 1.1\n---\na: 2020-02-02\nb: !!binary aGk=', { a: '2020-02-02', b: 'aGk=' }],
    ['wide.yaml', `{${'a: 1,'.repeat(501)}}`, { a: 1 }],
    ['repeated.yaml', `a: &a b\nc: [${'*a,'.repeat(10_001)}]`, { a: 'b', c: Array(10_001).fill('b') }],
    ['renamed.yaml', 'a: &a 1\nb: *a\nc: &a 2\nd: *a', { a: 1, b: 1, c: 2, d: 2 }],
    ['keys.yaml', '&a {b: [1]}: 2\nc: *a', { '{b: [1]}': 2, c: '{b: [1]}' }],
    ['merged.yaml', 'a: &a {b: 1, c: 1}\nd: {<<: *a, c: 2}', { a: { b: 1, c: 1 }, d: { b: 1, c: 2 } }],
    ['old.yaml', '%YAML 1.1\n---\na: {<<: [{b: 1}, {b: 2, c: 2}]}', { a: { b: 1, c: 2 } }],
    ['unmerged.yaml', 'a: {<<: 1}', { a: { '<<': 1 } }],
    ['plain.yml', '\ufeffa: 1', { a: 1 }],
  ])('is read as JSON or YAML: %s', async (name, text, document) => {
    expect((await loadDocument(write(name, text))).document).toEqual(document);
  });

  it('loads each file once', async () => {
    write('part.json', referring('two.json', 'part.json', 'one.json'));
    const { files } = await loadDocument(write('one.json', referring('part.json', 'two.json#/0')));
    expect([...files.keys()].map((address) => address.split('/').at(-1)).sort()).toEqual([
      'one.json',
      'part.json',
      'two.json',
    ]);
  });
  write('two.json', '[]');

  const tall = { $ref: 'tall.json#/Tall' };
  write('tall.json', JSON.stringify({ Tall: { value: { watts: 7 } } }));

  it.each<[what: string, part: unknown, isLoaded: boolean]>([
    ['an example', { example: tall }, false],
    ['a default', { schema: { default: { a: [tall] } } }, false],
    ['a value of an enum', { schema: { enum: [tall] } }, false],
    ['a constant', { schema: { const: tall } }, false],
    ['an example of a schema', { schema: { examples: [tall] } }, false],
    ['an extension', { 'x-codeSamples': [{ source: tall }] }, false],
    ['the value of a named example', { examples: { tall: { value: tall } } }, false],
    ['a named example', { examples: { tall } }, true],
    ['the property "default"', { schema: { properties: { default: tall } } }, true],
    ['the header "x-lamp"', { headers: { 'x-lamp': tall } }, true],
    ['the webhook "example"', { webhooks: { example: tall } }, true],
  ])('loads the file of a reference only where there may be one: %s', async (_, part, isLoaded) => {
    const { files } = await loadDocument(write('parts.json', JSON.stringify(part)));
    expect([...files.keys()].some((address) => address.endsWith('/tall.json'))).toBe(isLoaded);
  });

  it.each<readonly [reason: string, file: () => URL | Promise<URL>]>([
    ['is not UTF-8', () => write('latin.json', Buffer.from([0x22, 0xe9, 0x22]))],
    ["can't be read", () => folderNamed('folder.json')],
    ["can't be read", () => socketNamed('socket.json')],
    ['makes the document larger than 64 MiB', () => sizedFile('large.json', 64 * 1024 * 1024 + 1)],
    [
      'second.json makes the document larger than 64 MiB',
      () => {
        sizedFile('second.json', 64 * 1024 * 1024);
        return write('first.json', referring('second.json'));
      },
    ],
    ['is larger than 16 MiB, too much for YAML', () => write('large.yaml', ' '.repeat(16 * 1024 * 1024 + 1))],
    ...[
      ['brackets', '[ '.repeat(2_500_000)],
      ['braces', '{a: '.repeat(100_000)],
      ['lists within a line', '- '.repeat(2_500_000)],
      ['indentation', `a:\n${' '.repeat(1000)}b: 1`],
    ].map(([name = '', text = '']): [string, () => URL] => [
      'is nested more than 500 levels deep',
      () => write(`${name}.yaml`, text),
    ]),
    ...[
      ['aliases', `a: &a 1\nb: [${'*a,'.repeat(400_000)}]`],
      ['items', `[${'1,'.repeat(600_000)}]`],
      ['blank lines', '\n'.repeat(7_000_000)],
      ['lines of a text', `a: |\n${' b\n'.repeat(4_000_000)}`],
    ].map(([name = '', text = '']): [string, () => URL] => [
      'makes the document take more than 320 MiB of memory to read as YAML; convert it to JSON',
      () => write(`many ${name}.yaml`, text),
    ]),
    [
      'makes the document take more than 320 MiB of memory to read as YAML; convert it to JSON',
      () => {
        const names = Array.from({ length: 8 }, (_, at) => `part ${at}.yaml`);
        for (const name of names) write(name, `- [${'1,'.repeat(80_000)}]`);
        return write('parts.json', referring(...names));
      },
    ],
    ['The document has more than 1500000 values', () => write('aliases.yaml', aliases)],
    [
      'The document has more than 1500000 values',
      () => write('merges.yaml', `a: &a {${namesOf(2000)}}\nb:\n${'- {<<: *a}\n'.repeat(1000)}`),
    ],
    [
      'The document has more than 67108864 characters',
      () => write('characters.yaml', `a: &a ${'b'.repeat(1e6)}\nc: [${'*a,'.repeat(70)}]`),
    ],
    [
      'The document has more than 67108864 characters',
      () => write('members.yaml', `a: &a {${'b'.repeat(1e6)}: 1}\nc: [${'*a,'.repeat(70)}]`),
    ],
    [
      'neither JSON nor YAML: Unresolved alias (the anchor must be set before the alias): b',
      () => write('no.yaml', 'a: *b'),
    ],
    ...[
      ['Unexpected flow-seq-end token in YAML stream: "]" at line 1, column 3', `[]${']'.repeat(100_000)}`],
      ['Invalid escape sequence \\q at line 1, column 2', `"${'\\q'.repeat(100_000)}"`],
      ['Flow map must end with a } at line 2, column 6', '# a\n{a: 1'],
      ['Source contains multiple documents at line 2, column 1', '--- 1\n--- 2'],
      ['Nested mappings are not allowed in compact mappings at line 1, column 4', 'a: b: c\n'.repeat(9999)],
      [
        'The : indicator must be at most 1024 chars after the start of an implicit block',
        `${'a'.repeat(1100)}: 1`,
      ],
    ].map(([why = '', text = '']): [string, () => URL] => [
      `is neither JSON nor YAML: ${why}`,
      () => write('mistakes.yaml', text),
    ]),
    ['There is no file', () => pathToFileURL(join(folder, 'none.json'))],
    ["leads out of the document's folder", () => write('remote.json', referring('https://a.example/b'))],
    ["leads out of the document's folder", () => write('senseless.json', referring('http://'))],
    ["leads out of the document's folder", () => write('other.json', referring('file://host/b.json'))],
    ["leads out of the document's folder", () => write('escaped.json', referring('..%2fb.json'))],
    ["leads out of the document's folder", () => write('link.json', referring(linkTo('/etc/hosts')))],
    ["leads out of the document's folder", () => write('linked.json', referring(`${linkTo('/etc')}/hosts`))],
    ["pipe can't be read", () => write('pipe.json', referring(pipeNamed('pipe')))],
    ['makes the document larger than 64 MiB', () => pathToFileURL('/dev/zero')],
    ['The document has more than 1500000 values', () => write('lists.json', `[${'[],'.repeat(9e6)}[]]`)],
    ['The document has more than 1500000 values', () => write('texts.json', `[${'"\\"",'.repeat(4e6)}1]`)],
    [
      'The document has more than 1500000 values',
      () => {
        write('half.json', `[${'1,'.repeat(2e6)}1]`);
        write('other half.json', `["\\\\"${',1'.repeat(2e6)}]`);
        return write('halves.json', referring('half.json', 'other half.json'));
      },
    ],
    ...[
      ['The document has more than 1500000 values', `[${'1,'.repeat(600_000)}1]`],
      [
        'The document has more than 67108864 characters',
        `a: &a ${'b'.repeat(1e6)}\nc: [${'*a,'.repeat(30)}]`,
      ],
    ].map(([what = '', text = '']): [string, () => URL] => [
      what,
      () => {
        const files = ['third 1', 'third 2', 'third 3'];
        for (const each of files) write(each, text);
        return write('thirds.json', referring(...files));
      },
    ]),
    ['open.json: ', () => write('open.json', `["${'x'.repeat(4e6)}`)],
  ])('is refused in one sentence: %s', async (reason, file) => {
    await expect(loadDocument(await file())).rejects.toThrow(reason);
  });

  it.each([
    ['a link', () => write('has-link.json', referring(linkTo('tall.json', 'inner link.json')))],
    [
      'a file beside what the document is a link to',
      () => {
        const other = mkdtempSync(join(tmpdir(), 'assay-documents-'));
        onTestFinished(() => rmSync(other, { recursive: true }));
        writeFileSync(join(other, 'real.json'), referring('beside.json'));
        writeFileSync(join(other, 'beside.json'), '{}');
        linkTo(join(other, 'beside.json'), 'beside.json');
        return pathToFileURL(join(folder, linkTo(join(other, 'real.json'), 'root link.json')));
      },
    ],
  ])('may refer within its folder to %s', async (_, file) => {
    expect((await loadDocument(file())).files.size).toBe(2);
  });

  const identified = (openapi: string, $id: string, $ref: string) =>
    JSON.stringify({ openapi, a: { $id }, b: { $ref } });
  it.each([
    ['refers to a schema by its $id', 'https://a.example/b', 'https://a.example/b#/c'],
    ['refers to a schema by an $id that looks like a file', 'schema.json', './schema.json'],
  ])('%s', async (_, id, reference) => {
    const { files } = await loadDocument(write('identified.json', identified('3.1.0', id, reference)));
    expect(files.size).toBe(1);
  });

  it('refers to a schema by its $id in another file', async () => {
    write('with-id.json', '{"$id":"https://a.example/b"}');
    const { files } = await loadDocument(
      write('to-id.json', referring('https://a.example/b', 'with-id.json')),
    );
    expect(files.size).toBe(2);
  });

  it('knows no $id in OpenAPI 3.0', async () => {
    const file = write('old.json', identified('3.0.3', 'https://a.example/b', 'https://a.example/b#/c'));
    await expect(loadDocument(file)).rejects.toThrow(
      `The reference "https://a.example/b#/c" in ${file} leads out of the document's folder`,
    );
  });

  it('has at most ten thousand files', async () => {
    for (let at = 0; at < 10_000; at++) write(`many${at}.json`, '{}');
    const all = Array.from({ length: 10_000 }, (_, at) => `many${at}.json`);
    const { files } = await loadDocument(write('most.json', referring(...all.slice(1))));
    expect(files.size).toBe(10_000);
    await expect(loadDocument(write('more.json', referring(...all)))).rejects.toThrow(
      'The document has more than 10,000 files; bundle them into one, for example with "npx @redocly/cli bundle"',
    );
  });
});

describe('a document at an address', () => {
  it('may refer to its own origin', async () => {
    const origin = await served(({ url }, response) =>
      response.end(url === '/api' ? referring('parts/lamp') : '{"lamp":1}'),
    );
    const { files } = await loadDocument(new URL('/api', origin));
    expect(files.get(`${origin}/parts/lamp`)).toEqual({ lamp: 1 });
  });

  it.each<readonly [reason: string, answer: RequestListener]>([
    ["leads out of the document's origin", (_, response) => response.end(referring('http://a.example/'))],
    ['/api.json answers 404', (_, response) => response.writeHead(404).end()],
    ["/api.json can't be fetched", ({ socket }) => socket.destroy()],
    ['/api.json redirects to http', (_, response) => response.writeHead(302, { Location: '/' }).end()],
    [
      '/api.json redirects to "http://[", which is no address',
      (_, response) => response.writeHead(302, { Location: 'http://[' }).end(),
    ],
    [
      "/api.json can't be fetched: other side closed",
      (_, response) => response.writeHead(200).write('{', () => response.destroy()),
    ],
    ['/api.json is not UTF-8', (_, response) => response.end(Buffer.from([0xff]))],
    ['/api.json: Malformed JSON at line 1, column 2', (_, response) => response.end('{')],
    [
      '/api.json makes the document larger than 64 MiB',
      (_, response) => {
        const more = () => response.write(Buffer.alloc(1024 * 1024, 0x20), more);
        more();
      },
    ],
  ])('is refused in one sentence: %s', async (reason, answer) => {
    const origin = await served(answer);
    await expect(loadDocument(new URL('/api.json', origin))).rejects.toThrow(reason);
  });

  it('has a time limit for all its files', async () => {
    const origin = await served((_, response) => response.write('{'));
    await expect(loadDocument(new URL('/api.json', origin), undefined, 100)).rejects.toThrow(
      "api.json can't be fetched: The operation was aborted due to timeout",
    );
  });

  it('may be empty', async () => {
    const origin = await served((_, response) => response.writeHead(204).end());
    expect((await loadDocument(new URL('/', origin))).document).toBe(null);
  });
});
