import { expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { documentOf } from './_document.ts';

/** Replies that are files. */

async function sent(type: string, example?: unknown): Promise<Buffer> {
  const media = example === undefined ? {} : { example };
  const get = { responses: { 200: { description: 'A picture', content: { [type]: media } } } };
  const reply = await fromDocument(documentOf({ '/picture': { get } })).fetch(
    new Request('http://localhost/picture'),
  );
  return Buffer.from(await reply.arrayBuffer());
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]);

it.each([3, 4, 5, 6, 7, 8, 9])('a picture is the example in Base64, also one of %i bytes', async (length) => {
  const own = png.subarray(0, length);
  expect(await sent('image/png', own.toString('base64'))).toEqual(own);
});

it.each([
  ['is cut off', 'iVBORw0KGg='],
  ['has too much padding', 'iVBORw0KGg==='],
  ['is of another type', '/9j/4AAQ'],
  ['is an address', 'https://example.com/lamp.png'],
  ['is no text', 7],
  ['is missing', undefined],
])('a picture is a small one of its type if the example %s', async (_, example) => {
  const picture = await sent('image/png', example);
  expect(picture.subarray(0, 8)).toEqual(png.subarray(0, 8));
  expect(picture.subarray(-8)).toEqual(Buffer.from('IEND\xae\x42\x60\x82', 'latin1'));
});

it.each([
  ['image/jpeg', 'ffd8ff'],
  ['image/jpg', 'ffd8ff'],
  ['image/gif', '474946'],
  ['image/webp', '524946'],
  ['image/svg+xml', '3c7376'],
  ['application/pdf', '255044'],
  ['application/zip', '504b03'],
  ['application/x-zip-compressed', '504b03'],
])('a reply of the type %s is such a file', async (type, signature) => {
  expect((await sent(type)).subarray(0, 3).toString('hex')).toBe(signature);
});
