import { describe, expect, it } from 'vitest';
import service from '../../src/entries/practice.ts';
import { file, unknown } from '../../src/fields/index.ts';
import { createFetch } from '../../src/hosts/fetch.ts';
import { createCore } from '../../src/http/core.ts';
import type { Answer, FinalReply } from '../../src/http/types.ts';
import { createApp, endpoint, form } from '../../src/index.ts';
import { endless, streaming } from '../wire/_streaming.ts';

const { fetch } = service;

it('fetch is exported as a function, and as the default export that runtimes serve', async () => {
  const response = await fetch(new Request('http://assay.test/search/?query=x#fragment'));
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('{"query":"x","sort_by":"relevance","page":1}');
});

it('a truncated body is answered', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
  const request = new Request('http://assay.test/users/', {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit);
  const response = await fetch(request);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ detail: 'The body broke off' });
});

it('a body over the limit is not read on', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent++;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  const request = new Request('http://assay.test/users/', {
    method: 'POST',
    body: endless,
    duplex: 'half',
  } as RequestInit);
  expect((await fetch(request)).status).toBe(413);
  expect(sent).toBeLessThan(70);
});

it.each([
  ['a form of this program', 'multipart/form-data; boundary=a', false],
  ['any other body', 'application/json', true],
])('%s over the limit is given up: it is cancelled: %s', async (_, type, isExpected) => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(100_000)),
    cancel() {
      isCancelled = true;
    },
  });
  const app = uploads(type);
  const init = { method: 'POST', body, headers: { 'Content-Type': type }, duplex: 'half' } as RequestInit;
  const request = new Request('http://assay.test/', init);
  expect((await app.fetch(request)).status).toBe(413);
  expect([isCancelled, request.body?.locked]).toEqual([isExpected, !isExpected ? false : expect.anything()]);
});

it('a form over the limit is refused, and leaves nothing behind', async () => {
  const body = new FormData();
  body.set('photo', new File([new Uint8Array(500_000)], 'photo.png'));
  body.set('title', 'x'.repeat(100_000));
  const response = await uploads('multipart/form-data').fetch(
    new Request('http://assay.test/', { method: 'POST', body }),
  );
  expect(response.status).toBe(413);
  // A rejection that nobody catches fails the run.
  await new Promise((resolve) => setImmediate(resolve));
});

/** An app that takes a form or JSON of up to a thousand bytes. */
function uploads(type: string) {
  const upload = endpoint({
    method: 'POST',
    path: '/',
    summary: 'Upload',
    body: type.startsWith('multipart') ? form({ photo: file() }) : unknown(),
    reply: { status: 204 },
    limits: { body: 1000 },
  });
  return createApp({ title: '', version: '', endpoints: { upload } }, { upload: () => undefined });
}

it('a body with a Content-Length over the limit is not read', async () => {
  const body = new ReadableStream<Uint8Array>(
    { pull: () => expect.fail('the body was read') },
    { highWaterMark: 0 },
  );
  const headers = { 'Content-Length': '70000', 'Content-Type': 'application/json' };
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
  expect((await fetch(new Request('http://assay.test/users/', init))).status).toBe(413);
});

it('a streamed reply stops when its reader cancels', async () => {
  const response = await createFetch(streaming)(new Request('http://assay.test/endless'));
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await endless.ended;
  expect(endless.made).toBeLessThan(5);
});

/** A request as runtimes make it from a socket, with headers that programs may not set. */
function requestFrom(url: string, headers: Record<string, string>, method = 'GET'): Request {
  const request = new Request('http://assay.test/', { method });
  return Object.defineProperties(request, {
    url: { value: url },
    headers: { value: new Headers(headers) },
  });
}

it.each<[why: string, url: string, headers: Record<string, string>, status: number]>([
  ['a path without a host, as Bun gives it', '/users/', {}, 200],
  ['a path that looks like an address', '/users/?email=http://a', {}, 400],
  ['a host with a path, as Deno and workerd take it', 'http://a/docs/users/', { Host: 'a/docs' }, 400],
  ['a host with a space', '/users/', { Host: 'a b' }, 400],
  ['an empty host', '/users/', { Host: '' }, 400],
  ['two hosts', 'http://a/users/', { Host: 'a, b' }, 400],
  ['an address of IPv6', 'http://[::1]:8000/users/', { Host: '[::1]:8000' }, 200],
  ['an expectation that nobody knows', 'http://a/users/', { Host: 'a', Expect: 'tea' }, 417],
  ['the expectation that is known', 'http://a/users/', { Host: 'a', Expect: '100-Continue' }, 200],
  ['a transfer coding that nobody knows', 'http://a/users/', { 'Transfer-Encoding': 'gzip, chunked' }, 501],
  ['a body in chunks', 'http://a/users/', { 'Transfer-Encoding': 'chunked' }, 200],
])('answers %s', async (_, url, headers, status) => {
  const response = await fetch(requestFrom(url, headers));
  expect(response.status).toBe(status);
  expect(await response.json()).toBeTypeOf('object');
});

it('a HEAD gets the Content-Length', async () => {
  const got = await fetch(new Request('http://assay.test/users/'));
  const { length } = await got.text();
  const { headers, body } = await fetch(new Request('http://assay.test/users/', { method: 'HEAD' }));
  expect([headers.get('content-length'), body]).toEqual([String(length), null]);
});

it.each([
  ['fits', '{"email":"a@b.cc"}', undefined, 200],
  ['is larger than it says', ' '.repeat(70_000), '18', 413],
  ['says that it is too large', '{}', '70000', 413],
])('a body with a Content-Length is read at once and %s', async (_, body, length, status) => {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': length ?? String(body.length) };
  const request = new Request('http://assay.test/users', { method: 'POST', headers, body });
  expect((await fetch(request)).status).toBe(status);
});

describe('an invalid reply', () => {
  const impossible: FinalReply = {
    kind: 'reply',
    status: 1000,
    headers: 'X-Request-Id: a\r\n',
    body: '',
    id: 'a',
  };
  const answers: Record<string, Answer> = {
    'at once': impossible,
    later: { kind: 'pending', reply: Promise.resolve(impossible), abort() {} },
    'after the body': {
      kind: 'body',
      limit: 10,
      complete: () => impossible,
      overflow: () => impossible,
      brokenOff: () => impossible,
    },
  };

  it.each(Object.entries(answers))('is a bug, answered with 500: %s', async (_, answer) => {
    const bugs: unknown[] = [];
    const contract = { title: 'Broken', version: '1', endpoints: {} };
    const core = createCore(
      contract,
      {},
      { onBug: (bug, id) => bugs.push([String(bug), id]), cors: ['http://a'] },
    );
    const headers = { Origin: 'http://a' };
    const response = await createFetch({ ...core, receive: () => answer })(
      new Request('http://b/', { headers }),
    );
    expect([response.status, await response.text()]).toEqual([500, '{"detail":"Internal Server Error"}']);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://a');
    expect(bugs).toEqual([[expect.stringContaining('RangeError'), 'a']]);
  });
});
