import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createApp } from '../../src/app/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { unknown } from '../../src/fields/unknown.ts';
import { cutOff, StreamedContent, textOf } from '../../src/http/content.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { nodeCompression } from '../../src/node/compression.ts';

/** The bodies of replies, whatever they are made of. */

const bytes = new TextEncoder().encode('lamp');

it.each([
  ['text', 'a lamp', 'a lamp'],
  ['bytes', bytes, 'lamp'],
  ['both', ['a ', bytes], 'a lamp'],
  ['what is made while it is sent', new StreamedContent(['a ', bytes]), 'a lamp'],
] as const)('is read as text where it is %s', (_, content, text) => {
  expect(textOf(content)).toBe(text);
});

it.each([
  ['in its first piece', ['a lamp', 'lit'], 'a la'],
  ['in its second piece', ['a', ' lamp'], 'a l'],
] as const)('is cut in the middle: %s', (_, content, text) => {
  const pieces = Array.from(cutOff(content).pieces, (piece) => Buffer.from(piece).toString());
  expect(pieces.join('')).toBe(text);
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
