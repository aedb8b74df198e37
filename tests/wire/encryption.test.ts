import { expect, it } from 'vitest';
import { openTls } from '../../src/hosts/node/tls.ts';
import { uncachedJson } from '../../src/http/reply.ts';
import type { Route } from '../../src/http/types.ts';
import { makeCertificate } from '../_certificate.ts';
import { chunk, chunked, EMAIL, head, LAST_CHUNK, posted } from './_bytes.ts';
import { serve } from './_server.ts';
import { openSecureWire, openWire } from './_wire.ts';

/** Requests with and without encryption. */

const route: Route = {
  method: 'GET',
  path: '/secure',
  answer: ({ head: { isSecure } }) => uncachedJson(JSON.stringify({ isSecure })),
};
const tls = await openTls();
tls.use(makeCertificate('one'));
const plain = serve({}, [route]);
const encrypted = serve({ tls }, [route]);

it.each([
  ['plain', plain, openWire, false],
  ['encrypted', encrypted, openSecureWire, true],
] as const)('a %s connection tells the app what it is', async (_, { port }, open, isSecure) => {
  const wire = await open(port());
  wire.write(head('GET /secure HTTP/1.1', 'Host: a'));
  expect(JSON.parse((await wire.reply()).body)).toEqual({ isSecure });
  wire.write(posted(EMAIL) + chunked(chunk(EMAIL) + LAST_CHUNK));
  for (let count = 0; count < 2; count++) expect((await wire.reply()).body).toBe(EMAIL);
  wire.socket.destroy();
});
