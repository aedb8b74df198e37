import { describe, expect, it } from 'vitest';
import { chunked, get, head, post } from './_bytes.ts';
import { serve } from './_server.ts';
import { openWire, type WireReply } from './_wire.ts';

/** Refusals of the server itself, which use as much of the request as is known. */

const { port } = serve();
const { port: hurried } = serve({ headersTimeout: 100, requestTimeout: 200 });
const ID = 'X-Request-Id: mine';
const PROBLEM = 'Accept: application/problem+json';
const long = (length: number) => 'a'.repeat(length);

async function refusalOf(portOf: () => number, request: string): Promise<WireReply> {
  const wire = await openWire(portOf());
  wire.write(request);
  const reply = await wire.reply();
  expect(await wire.rest()).toBe('');
  return reply;
}

describe('a refusal has the id of its request', () => {
  it.each([
    ['no Host', 400, head('GET / HTTP/1.1', ID)],
    ['two lengths', 400, post(ID, 'Content-Length: 1', 'Content-Length: 1')],
    ['an unknown expectation', 417, get(ID, 'Expect: the impossible')],
    ['an unknown coding', 501, post(ID, 'Transfer-Encoding: gzip')],
    ['a target that is wrong', 400, head('GET items HTTP/1.1', ID)],
    ['a target that is too long', 414, head(`GET /${long(9000)} HTTP/1.1`, ID)],
    ['a header without a colon', 400, get(ID, 'X')],
    ['the beginning of a header without a colon', 400, get(ID).replace(/\r\n$/, 'X\0')],
    ['a header that is too large', 431, get(ID, `X: ${long(17_000)}`)],
    ['more headers than there may be', 431, get(ID, ...Array.from({ length: 100 }, () => 'X:'))],
    ['a chunk without a size', 400, chunked('x\r\n', ID)],
    ['a chunk that is too large', 413, chunked('fffff\r\n', ID)],
    ['extensions that are too large', 413, chunked(`1;${long(17_000)}`, ID)],
    ['a trailer without a colon', 400, chunked('0\r\nX\r\n', ID)],
  ])('%s', async (_, status, request) => {
    const { status: refused, headers } = await refusalOf(port, request);
    expect([refused, headers.get('x-request-id')]).toEqual([status, 'mine']);
  });

  it.each([
    ['in its headers', `${head('GET / HTTP/1.1', ID).slice(0, -2)}X`],
    ['in its body', post(ID, 'Content-Length: 10')],
  ])('that stops %s', async (_, request) => {
    const { status, headers } = await refusalOf(hurried, request);
    expect([status, headers.get('x-request-id')]).toEqual([408, 'mine']);
  });
});

describe('a refusal has no id of a header', () => {
  it.each([
    ['that has not come as a whole', `GET / HTTP/1.1\r\n${ID}\0`],
    ['behind something that is not a request', head('rubbish', ID)],
    ['of another version', head('GET / HTTP/3.0', ID)],
    ['of the request before it', `${get(ID)}\0`],
    ['of the request before it, behind its body', `${post(ID, 'Content-Length: 2')}{}\0`],
  ])('%s', async (_, request) => {
    const wire = await openWire(port());
    wire.write(request);
    let reply = await wire.reply();
    while (reply.headers.get('connection') !== 'close') reply = await wire.reply();
    expect(reply.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('a refusal as problem details points to the page about errors, relative to its target', () => {
  it.each([
    ['that is known', head('GET /a/b/c HTTP/1.1', PROBLEM), '../../docs/errors#status-400'],
    [
      'behind which a header is wrong',
      head('GET /a/b/c HTTP/1.1', PROBLEM, 'X'),
      '../../docs/errors#status-400',
    ],
  ])('%s', async (_, request, type) => {
    const { body } = await refusalOf(port, request);
    expect(JSON.parse(body).type).toBe(type);
  });

  it('behind which the headers stop', async () => {
    const request = head('GET /a/b/c HTTP/1.1', PROBLEM).slice(0, -2);
    const { body } = await refusalOf(hurried, `${request}X`);
    expect(JSON.parse(body).type).toBe('../../docs/errors#status-408');
  });
});
