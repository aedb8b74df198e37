import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { prepareText, servePrepared } from '../../src/http/document.ts';

/** Texts that are compressed beforehand. */

const text = 'A lamp, größer. '.repeat(100);
const serve = servePrepared(await prepareText(text, 'text/plain'), { headers: ['X-Kind', 'lamp'] });

async function replyTo(accepted: string, known?: string) {
  const sent = new Map([
    ['accept-encoding', accepted],
    ['if-none-match', known],
  ]);
  const answer = serve({ method: 'GET', target: '/', header: (name) => sent.get(name) });
  if (answer.kind === 'pending') answer.abort();
  return answer.kind === 'pending' ? answer.reply : answer;
}

const tagOf = (headers: string) => /^ETag: (.*)\r\n/m.exec(headers)?.[1];

it.each(['gzip', '*', 'gzip, br', 'identity;q=0.5, gzip'])(
  'are sent as they are kept for %s',
  async (accepted) => {
    const { headers, body } = await replyTo(accepted);
    expect(headers).toMatch(/^Content-Type: text\/plain\r\nContent-Encoding: gzip\r\n/);
    expect(headers).toMatch(/\r\nVary: Accept-Encoding\r\nETag: "[\da-f]{16}-gzip"\r\nX-Kind: lamp\r\n/);
    expect(body instanceof Uint8Array && gunzipSync(body).toString()).toBe(text);
  },
);

it.each(['', 'br', 'identity', 'gzip;q=0, *'])('are decompressed for %j', async (accepted) => {
  const { headers, body } = await replyTo(accepted);
  expect(headers).toMatch(
    /^Content-Type: text\/plain\r\nCache-Control: no-cache\r\nVary: Accept-Encoding\r\n/,
  );
  expect(tagOf(headers)).toMatch(/^"[\da-f]{16}"$/);
  expect(body).toBe(text);
});

it('are a 304 for a client that has them', async () => {
  const { headers } = await replyTo('identity');
  expect(await replyTo('identity', tagOf(headers))).toMatchObject({ status: 304, body: '' });
  expect(await replyTo('identity', '"another"')).toMatchObject({ status: 200 });
});

it('have other tags if a character changes', async () => {
  const texts = ['', 'a', 'b', 'ab', 'ba', `${text}.`, text.replace('A', 'B'), text];
  const prepared = await Promise.all(texts.map((each) => prepareText(each, 'text/plain')));
  expect(new Set(prepared.map(({ digest }) => digest)).size).toBe(texts.length);
  const halves = prepared.flatMap(({ digest }) => [digest.slice(0, 8), digest.slice(8)]);
  expect(new Set(halves).size).toBe(halves.length);
});
