import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { unknown } from '../../src/fields/optional.ts';
import { nodeCompression } from '../../src/hosts/node/service.ts';
import { ContentBuilder, cutOff, piecesOf, StreamedContent, textOf } from '../../src/http/content.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';

/** The bodies of replies, whatever they are made of. */

const bytes = new TextEncoder().encode('lamp');

it.each([
  ['text', 'a lamp', 'a lamp'],
  ['bytes', bytes, 'lamp'],
  ['both', ['a ', bytes], 'a lamp'],
  ['what is made while it is sent', new StreamedContent(['a ', bytes]), 'a lamp'],
  ['what has to be waited for, and is left out', new StreamedContent(new Blob(['lamp']).stream()), ''],
] as const)('is read as text where it is %s', (_, content, text) => {
  expect(textOf(content)).toBe(text);
});

it.each([
  ['a text', 'a lamp', 'a l', 6],
  ['a text of two bytes a character', 'ää', 'ä', 4],
  ['bytes', bytes, 'la', 4],
  ['nothing', '', '', 0],
  ['in its first piece', ['a lamp', 'lit'], 'a la', 9],
  ['in its second piece', ['a', ' lamp'], 'a l', 6],
  ['between its pieces', ['lamp', bytes], 'lamp', 8],
  ['text that is streamed', new StreamedContent(['a lamp', 'lit']), 'a l', undefined],
  ['bytes that are streamed', new StreamedContent([bytes, bytes]), 'la', undefined],
  ['nothing that is streamed', new StreamedContent([]), '', undefined],
] as const)('is cut in the middle: %s', async (_, content, text, size) => {
  const cut = cutOff(content);
  const pieces: Buffer[] = [];
  for await (const piece of cut.pieces) pieces.push(Buffer.from(piece));
  expect(Buffer.concat(pieces).toString()).toBe(text);
  expect(pieces.every(({ length }) => length > 0)).toBe(true);
  expect(cut.size).toBe(size);
});

it('joins texts only up to 64 K characters', () => {
  const builder = new ContentBuilder();
  for (const piece of ['a'.repeat(60_000), 'b'.repeat(5536), 'c', 'd'.repeat(70_000)]) builder.add(piece);
  const pieces = piecesOf(builder.content);
  expect(pieces.map(({ length }) => length)).toEqual([65_536, 1, 70_000]);
  expect(textOf(builder.content)).toMatch(/^a+b+cd+$/);
});

it('a large body is compressed completely', async () => {
  const text = 'a lamp '.repeat(100_000);
  expect(brotliDecompressSync(await nodeCompression.compress(text, 'br')).toString()).toBe(text);
});

it('a body is not available while its handler is pending', () => {
  const reply = { status: 200, body: unknown() } as const;
  const getLamp = endpoint({ method: 'GET', path: '/lamp', summary: 'Shows a lamp.', reply });
  const app = createApp(
    { title: 'Lamps', version: '1', endpoints: { getLamp } },
    { getLamp: async () => ({}) },
  );
  const request = { method: 'GET', target: '/lamp', headers: {} };
  expect(() => inject(app[hosting].build(), request)).toThrow('GET /lamp is not answered at once');
});

it('a source that fails because its client has gone has no bug', async () => {
  const bugs: unknown[] = [];
  let fail = () => {};
  const gone = new Error('the source has ended');
  const source = {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise<never>((_, reject) => {
          fail = () => reject(gone);
        }),
      async return(): Promise<never> {
        fail();
        throw gone;
      },
    }),
  };
  const getLamp = endpoint({
    method: 'GET',
    path: '/lamp',
    summary: '',
    reply: { status: 200, body: 'bytes' },
  });
  const app = createApp(
    { title: 'Lamps', version: '1', endpoints: { getLamp } },
    { getLamp: () => source },
    { onBug: (bug) => bugs.push(bug) },
  );
  const { body } = await app.fetch(new Request('http://localhost/lamp'));
  const reader = body?.getReader();
  const read = reader?.read();
  await reader?.cancel();
  expect(await read).toEqual({ done: true, value: undefined });
  expect(bugs).toEqual([]);
});

it('a source that throws an exception when it is ended costs nothing but its reply', async () => {
  const endless = { next: async () => ({ value: bytes }) };
  const source = {
    [Symbol.asyncIterator]: () => ({
      ...endless,
      return() {
        throw new Error('the source can not be ended');
      },
    }),
  };
  const reply = { status: 200, body: 'bytes' } as const;
  const getLamp = endpoint({ method: 'GET', path: '/lamp', summary: '', reply });
  const app = createApp({ title: 'Lamps', version: '1', endpoints: { getLamp } }, { getLamp: () => source });
  const { body } = await app.fetch(new Request('http://localhost/lamp'));
  await expect(body?.cancel()).resolves.toBeUndefined();
});
