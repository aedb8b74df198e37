import { describe, it } from 'vitest';
import { clients } from './_clients.ts';
import { onEach } from './_peer.ts';
import { proxies } from './_proxies.ts';
import { type Asked, expect100, get, json, request, upload } from './_requests.ts';

/** Uploads with Expect: 100-continue (RFC 9110, 10.1.1), and later requests on the same connection. */

const LONG = 60_000;
const body = JSON.stringify({ email: 'ada@example.com' });

function waiting(target: string, headers: Asked['headers'], chunked: boolean): Asked {
  return request('POST', target, { headers: { ...headers, ...expect100 }, body, chunked });
}

onEach([...clients, ...proxies], (site) => {
  describe.each([{ chunked: false }, { chunked: true }])('in chunks: $chunked', ({ chunked }) => {
    it.each([
      ['of a few bytes', () => waiting('/users', json, chunked)],
      ['of 60 KB', () => upload('x'.repeat(LONG), { headers: expect100, chunked })],
    ])('gets the reply to an upload %s', async (_, ask) => {
      await site().expectAnswers([ask(), get(), ask(), get()]);
    });

    it.each([
      [404, () => waiting('/nothing', json, chunked)],
      [405, () => waiting('/docs', json, chunked)],
      [401, () => waiting('/webhook', {}, chunked)],
      [415, () => waiting('/users', { 'Content-Type': 'text/plain' }, chunked)],
      [307, () => waiting('/webhook/', {}, chunked)],
      [413, () => upload('x'.repeat(70_000), { headers: expect100, chunked })],
    ])('gets a %d from the head of an upload, and the reply to the next request', async (_, ask) => {
      await site().expectAnswers([get(), ask(), get(), ask(), ask(), get()]);
    });
  });
});
