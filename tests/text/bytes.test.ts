import { expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from '../../src/text/bytes.ts';

it('bytes become Base64 and bytes again, also more than a call takes as arguments', () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => at % 256);
  expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
});
