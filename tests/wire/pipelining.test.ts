import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/contract/outcome.ts';
import type { RequestObserver } from '../../src/hosts/node/server/context.ts';
import { Shutdown } from '../../src/hosts/node/server/context.ts';
import { replyTo } from '../../src/http/reply.ts';
import { missingFields } from '../_missing-fields.ts';
import { chunk, chunked, EMAIL, get, head, LAST_CHUNK, post, posted } from './_bytes.ts';
import { expectLast } from './_outcome.ts';
import { laterRoute, serve } from './_server.ts';
import { openWire } from './_wire.ts';

/** Many requests in one write. */

const { port } = serve();
const item = (at: number) => head(`GET /items/${at} HTTP/1.1`, 'Host: a');
const echo = (at: number) => `{"item_id":"${at}","quantity":null}`;

const long = `{"more":"${'a'.repeat(5000)}"}`;
const longPost = head('POST /users/ HTTP/1.1', 'Host: a', `Content-Length: ${long.length}`) + long;

/** A thousand requests of every shape, and the bodies of their replies. */
const thousand = Array.from({ length: 1000 }, (_, at): readonly [string, string] => {
  if (at % 5 === 1) return [posted(EMAIL), EMAIL];
  if (at % 5 === 2) return [chunked(chunk(EMAIL) + LAST_CHUNK), EMAIL];
  if (at % 50 === 4) return [longPost, missingFields(long, 'Name', 'Email', 'Age')];
  if (at % 5 === 3) return [head('GET /nowhere HTTP/1.1', 'Host: a'), '{"detail":"Not Found"}'];
  return [item(at), echo(at)];
});
const requests = thousand.map(([request]) => request);

describe('a thousand requests in one write', () => {
  it('are answered in their order', async () => {
    const wire = await openWire(port());
    wire.write(requests.join(''));
    for (const [, body] of thousand) expect((await wire.reply()).body).toBe(body);
    wire.socket.destroy();
  });

  it.each([
    ['rubbish', head('rubbish'), 400],
    ['no Host', head('GET / HTTP/1.1'), 400],
    ['two lengths', posted(EMAIL, 'Content-Length: 18'), 400],
    ['a bad chunk', chunked('x\r\n'), 400],
    ['too long a body', post('Content-Length: 65537'), 413],
    ['too many headers', get(...Array.from({ length: 101 }, () => 'X: y')), 431],
    ['a method that nobody knows', head('BREW / HTTP/1.1', 'Host: a'), 501],
    ['a tunnel', head('CONNECT a:80 HTTP/1.1', 'Host: a'), 501],
    ['a coding that nobody knows', post('Transfer-Encoding: gzip'), 501],
    ['a version that nobody speaks', head('GET / HTTP/2.0', 'Host: a'), 505],
  ])('are answered up to a bad one, which ends the connection: %s', async (_, bad, status) => {
    const wire = await openWire(port());
    wire.write(requests.with(500, bad).join(''));
    for (const [, body] of thousand.slice(0, 500)) expect((await wire.reply()).body).toBe(body);
    const reply = await wire.reply();
    expectLast(reply);
    expect(reply.status).toBe(status);
    expect(await wire.rest()).toBe('');
  });

  it('are answered up to one with Connection: close', async () => {
    const wire = await openWire(port());
    wire.write(requests.with(500, get('Connection: close')).join(''));
    for (const [, body] of thousand.slice(0, 500)) expect((await wire.reply()).body).toBe(body);
    expect((await wire.reply()).headers.get('connection')).toBe('close');
    expect(await wire.rest()).toBe('');
  });
});

describe('a client with one request beside one with many', () => {
  const asked: (string | undefined)[] = [];
  const observer: RequestObserver = (request) => {
    asked.push(request?.target);
    return () => {};
  };
  const { port: watched } = serve({ observer });

  it('is answered before all of those', async () => {
    const [greedy, modest] = [await openWire(watched()), await openWire(watched())];
    greedy.write(item(1).repeat(1500));
    modest.write(item(2));
    expect((await modest.reply()).body).toBe(echo(2));
    for (let at = 0; at < 1500; at++) expect((await greedy.reply()).body).toBe(echo(1));
    expect(asked).toHaveLength(1501);
    expect(asked.at(-1)).toBe('/items/1');
    greedy.socket.destroy();
    modest.socket.destroy();
  });
});

describe('a request', () => {
  it('is answered however its bytes are cut', async () => {
    const request = posted(EMAIL) + chunked(chunk(EMAIL) + LAST_CHUNK) + item(1);
    for (let at = 1; at < request.length; at++) {
      const wire = await openWire(port());
      wire.socket.setNoDelay();
      wire.write(request.slice(0, at));
      wire.write(request.slice(at));
      expect((await wire.reply()).body).toBe(EMAIL);
      expect((await wire.reply()).body).toBe(EMAIL);
      expect((await wire.reply()).body).toBe(echo(1));
      wire.socket.destroy();
    }
  });

  it('is answered when its bytes come one by one', async () => {
    const wire = await openWire(port());
    wire.socket.setNoDelay();
    for (const byte of posted(EMAIL))
      await new Promise<void>((done) => wire.socket.write(byte, () => done()));
    expect((await wire.reply()).body).toBe(EMAIL);
    wire.socket.destroy();
  });
});

describe('a slow reply', () => {
  const known = replyTo(new Refusal(409, 'I am slow'));
  const { port: aside } = serve({}, [laterRoute('/slow', known)]);

  it('delays later replies, which stay in order', async () => {
    const wire = await openWire(aside());
    const slow = head('GET /slow HTTP/1.1', 'Host: a');
    wire.write(item(1) + slow + item(2));
    wire.write(slow + item(3) + slow);
    for (const status of [200, 409, 200, 409, 200, 409]) expect((await wire.reply()).status).toBe(status);
    wire.socket.destroy();
  });

  it('reaches a client that has ended its side', async () => {
    const wire = await openWire(aside());
    wire.socket.end(head('GET /slow HTTP/1.1', 'Host: a'));
    expect((await wire.reply()).status).toBe(409);
    expect(await wire.rest()).toBe('');
  });
});

describe('while the service stops', () => {
  const shutdown = new Shutdown();
  shutdown.begin();
  shutdown.release();
  const stopping = serve({ shutdown });

  it('all requests of one write are answered, and the last reply has Connection: close', async () => {
    const wire = await openWire(stopping.port());
    wire.write(requests.slice(0, 20).join(''));
    const replies = [];
    for (const [, body] of thousand.slice(0, 20)) {
      const reply = await wire.reply();
      expect(reply.body).toBe(body);
      replies.push(reply.headers.get('connection'));
    }
    expect(replies.slice(0, -1)).not.toContain('close');
    expect(replies.at(-1)).toBe('close');
    expect(await wire.rest()).toBe('');
  });
});
