import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  connect as connectHttp2,
  constants,
  createServer as createHttp2,
  createSecureServer,
} from 'node:http2';
import { createServer as createSecure, get as getSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { createListener } from '../../src/hosts/node/host.ts';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { StreamedContent } from '../../src/http/content.ts';
import type { Reply } from '../../src/http/reply.ts';
import type { NodeListener, NodeResponse, Route } from '../../src/http/types.ts';
import { makeCertificate } from '../_certificate.ts';
import { textOf } from '../_markdown.ts';
import { practiceCore } from '../_practice.ts';
import { chunk, chunked, EMAIL, get, head, LAST_CHUNK, post, posted } from '../wire/_bytes.ts';
import { outcomeOf } from '../wire/_outcome-of.ts';
import { openWire, type Wire } from '../wire/_wire.ts';

/** An app on Node's own servers: its differences from ours. What both share is tested through `tests/_hosts.ts`. */

async function listening<S extends Server | ReturnType<typeof createNodeServer>['listener']>(
  server: S,
): Promise<S> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

function portOf(server: Pick<Server, 'address'>): number {
  return (server.address() as AddressInfo).port;
}

it('the listener of an app serves it on node:http', async () => {
  const { listener } = createApp({ title: 'Lamps', version: '1', endpoints: {} }, {});
  const server = await listening(createServer(listener));
  const response = await fetch(`http://127.0.0.1:${portOf(server)}/livez`);
  expect([response.status, await response.text()]).toEqual([200, '{"status":"ok"}']);
  server.close();
});

const kilobytes = (count: number) => 'y'.repeat(1000 * count);
const GO = 'Expect: 100-continue';

/** The request, the outcome on our own server, and the outcome on Node's with the listener. */
const differences: readonly (readonly [what: string, request: string, ours: string, nodes: string])[] = [
  ['no request', head('rubbish'), '400 in words, closed', '400, closed'],
  ['no Host', head('GET / HTTP/1.1'), '400 in words, closed', '400, closed'],
  ['two Hosts', get('Host: b'), '400 in words, closed', '400 in words, goes on'],
  ['an unknown method', head('BREW / HTTP/1.1', 'Host: a'), '501 in words, closed', '400, closed'],
  ['CONNECT', head('CONNECT a:80 HTTP/1.1', 'Host: a'), '501 in words, closed', 'nothing, closed'],
  ['HTTP/1.2', head('GET / HTTP/1.2', 'Host: a'), '505 in words, closed', '400, closed'],
  ['two lengths', post('Content-Length: 3', 'Content-Length: 3'), '400 in words, closed', '400, closed'],
  ['a length and chunks', chunked(LAST_CHUNK, 'Content-Length: 3'), '400 in words, closed', '400, closed'],
  [
    'an unknown coding before chunked',
    post('Transfer-Encoding: gzip, chunked') + LAST_CHUNK,
    '501 in words, closed',
    '501 in words, goes on',
  ],
  ['a space before a colon', get('X : y'), '400 in words, closed', '400, closed'],
  ['a folded header', get('X: y\r\n z'), '400 in words, closed', '400, closed'],
  [
    'a target that is too long',
    head(`GET /${kilobytes(9)} HTTP/1.1`, 'Host: a'),
    '414 in words, closed',
    '414 in words, goes on',
  ],
  [
    '101 headers',
    get(...Array.from({ length: 100 }, () => 'X: y')),
    '431 in words, closed',
    '431 in words, goes on',
  ],
  ['headers of 20 KB', get(`X: ${kilobytes(20)}`), '431 in words, closed', '431, closed'],
  ['an unknown expectation', posted(EMAIL, 'Expect: 200-ok'), '417 in words, closed', '417, goes on'],
  [
    'too long a body in chunks',
    chunked(chunk(kilobytes(66)) + LAST_CHUNK),
    '413 in words, closed',
    '413 in words, goes on',
  ],
  ['an invalid chunk', chunked('x\r\n'), '400 in words, closed', '400, closed'],
  [
    'a length in a trailer',
    chunked(`${chunk(EMAIL)}0\r\nContent-Length: 3\r\n\r\n`),
    '400 in words, closed',
    '400, closed',
  ],
];

describe('node:http differs in', () => {
  let ours: Server | ReturnType<typeof createNodeServer>['listener'];
  let nodes: Server;
  beforeAll(async () => {
    ours = await listening(createNodeServer(practiceCore()).listener);
    nodes = await listening(createServer(createListener(practiceCore())));
  });
  afterAll(() => {
    ours.close();
    nodes.close();
  });

  it('what docs/reference/runtimes.md says', () => {
    const rows = differences.map(
      ([what, , ...outcomes]) => `| ${[what, ...outcomes.map(asShown)].join(' | ')} |\n`,
    );
    expect(textOf('docs/reference/runtimes.md')).toContain(
      `<!-- differences -->\n| request | Assay's own server | node:http |\n|---|---|---|\n${rows.join('')}<!-- /differences -->`,
    );
  });

  it.each(differences)('%s', async (_, request, expected, nodesExpected) => {
    expect(await outcomeOf(portOf(ours), request)).toBe(expected);
    expect(await outcomeOf(portOf(nodes), request)).toBe(nodesExpected);
  });

  it('keeping the connection open after an unwanted body with Expect: 100-continue', async () => {
    const wire = await openWire(portOf(nodes));
    wire.write(head('POST /nowhere HTTP/1.1', 'Host: a', GO, 'Content-Length: 18') + EMAIL + get());
    expect((await wire.reply()).status).toBe(100);
    expect((await wire.reply()).status).toBe(404);
    expect((await wire.reply()).status).toBe(200);
    wire.socket.destroy();
  });
});

/** An outcome in the words of the page. */
function asShown(outcome: string): string {
  return outcome.replace('in words', 'with JSON').replace('goes on', 'stays open');
}

describe('the listener', () => {
  async function withServer(listener: RequestListener, act: (port: number) => Promise<void>): Promise<void> {
    const server = await listening(createServer(listener));
    await act(portOf(server));
    server.closeAllConnections();
    server.close();
  }

  it('aborts a pending reply when the client disconnects', async () => {
    let abort = () => {};
    const aborted = new Promise<void>((resolve) => {
      abort = resolve;
    });
    const reply = new Promise<Reply>(() => {});
    const later: Route = { method: 'GET', path: '/later', answer: () => ({ kind: 'pending', reply, abort }) };
    await withServer(createListener(practiceCore({ hostRoutes: [later] })), async (port) => {
      const wire = await openWire(port);
      wire.write(head('GET /later HTTP/1.1', 'Host: a'));
      wire.socket.on('error', () => {}).resetAndDestroy();
      await aborted;
    });
  });

  it('survives a client that disconnects in the middle of its body', async () => {
    await withServer(createListener(practiceCore()), async (port) => {
      const wire = await openWire(port);
      wire.write(post(GO, 'Content-Length: 100'));
      await wire.reply();
      wire.socket.on('error', () => {}).resetAndDestroy();
      const next = await openWire(port);
      next.write(get('Connection: close'));
      expect((await next.reply()).status).toBe(200);
    });
  });

  it('prints a bug and answers 500 if the body was read before', async () => {
    const listener = createListener(practiceCore());
    const parsed: RequestListener = async (request, response) => {
      await text(request);
      listener(request, response);
    };
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await withServer(parsed, async (port) => {
      const wire = await openWire(port);
      wire.write(posted(EMAIL) + get('Connection: close'));
      expect(await wire.reply()).toMatchObject({ status: 500, body: '{"detail":"Internal Server Error"}' });
      expect((await wire.reply()).status).toBe(200);
    });
    expect(printed).toHaveBeenCalledOnce();
    expect(printed).toHaveBeenCalledWith(expect.stringContaining('mount it before body parsers'));
    printed.mockRestore();
  });
});

describe('a streamed reply', () => {
  async function streamed(pieces: () => Iterable<string>, act: (wire: Wire) => Promise<void>): Promise<void> {
    const answer = () => ({
      kind: 'reply' as const,
      status: 200,
      headers: '',
      body: new StreamedContent(pieces()),
    });
    const route: Route = { method: 'GET', path: '/streamed', answer };
    const server = await listening(createServer(createListener(practiceCore({ hostRoutes: [route] }))));
    const wire = await openWire(portOf(server));
    wire.write(head('GET /streamed HTTP/1.1', 'Host: a'));
    await act(wire);
    server.closeAllConnections();
    server.close();
  }

  it('stops when its client disconnects', async () => {
    const ended = new EventEmitter();
    const over = once(ended, 'over');
    function* pieces() {
      try {
        for (;;) yield 'x'.repeat(1000);
      } finally {
        ended.emit('over');
      }
    }
    await streamed(pieces, async ({ socket }) => {
      await once(
        socket.on('error', () => {}),
        'data',
      );
      socket.resetAndDestroy();
      await over;
    });
  });

  it('is cut off when it throws, which is printed', async () => {
    function* pieces() {
      yield 'x';
      throw new Error('worn out');
    }
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await streamed(pieces, async (wire) => {
      expect(await wire.rest()).not.toMatch(/0\r\n\r\n$/);
    });
    expect(printed).toHaveBeenCalledWith(expect.stringContaining('worn out'));
    printed.mockRestore();
  });
});

describe('a client of HTTP/2 that has left', () => {
  /** Passes a request on when its client has left. */
  async function late(listener: NodeListener, method: string, path: string): Promise<void> {
    const answered = new EventEmitter();
    const over = once(answered, 'over');
    const server = createHttp2((request, response) => {
      response.on('close', async () => {
        await setImmediate();
        listener(request, response as unknown as NodeResponse);
        answered.emit('over');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const session = connectHttp2(`http://127.0.0.1:${portOf(server)}`);
    const headers = { ':method': method, ':path': path, 'content-type': 'application/json' };
    const stream = session.request(headers, { endStream: false }).on('error', () => {});
    stream.write('{');
    await once(server, 'stream');
    stream.close(constants.NGHTTP2_CANCEL);
    await over;
    session.close();
    server.close();
  }

  it('has sent no body, which is no bug', async () => {
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await late(createListener(practiceCore()), 'POST', '/users');
    expect(printed.mock.calls).toEqual([]);
    printed.mockRestore();
  });

  it('ends the reply that is made for it', async () => {
    const ended = new EventEmitter();
    const over = once(ended, 'over');
    function* pieces() {
      try {
        for (let at = 0; at < 1000; at++) yield 'x';
      } finally {
        ended.emit('over');
      }
    }
    const body = () => new StreamedContent(pieces());
    const answer = () => ({ kind: 'reply' as const, status: 200, headers: '', body: body() });
    const route: Route = { method: 'GET', path: '/streamed', answer };
    await late(createListener(practiceCore({ hostRoutes: [route] })), 'GET', '/streamed');
    await over;
  });
});

describe('over TLS', () => {
  const tls = makeCertificate('one');

  it('node:https serves an app', async () => {
    const server = createSecure(tls, createListener(practiceCore())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const [response] = await once(
      getSecure({ port: portOf(server), path: '/items/1', ca: tls.cert }),
      'response',
    );
    expect(await text(response)).toBe('{"item_id":"1","quantity":null}');
    server.closeAllConnections();
    server.close();
  });

  it('node:http2 serves an app to HTTP/2 and HTTP/1.1 clients', async () => {
    const server = createSecureServer({ ...tls, allowHTTP1: true }, createListener(practiceCore())).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const session = connectHttp2(`https://localhost:${portOf(server)}`, { ca: tls.cert });
    expect(await text(session.request({ ':path': '/items/1' }))).toBe('{"item_id":"1","quantity":null}');
    session.close();
    const [response] = await once(
      getSecure({ port: portOf(server), path: '/items/2', ca: tls.cert, agent: false }),
      'response',
    );
    expect(await text(response)).toBe('{"item_id":"2","quantity":null}');
    server.close();
  });
});

describe('a body parser', () => {
  const answer = createListener(practiceCore());
  /** Reads the body first, as `express.json()` does. */
  const behind: RequestListener = async (request, response) => {
    Object.assign(request, { body: JSON.parse(await text(request)) });
    answer(request, response);
  };

  it.each([
    { place: 'before', listener: behind, status: 500, told: ['mount it before body parsers'] },
    { place: 'after', listener: answer, status: 200, told: [] },
  ])('$place the app: it answers $status', async ({ listener, status, told }) => {
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const server = await listening(createServer(listener));
    const headers = { 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: '{"email": "ada@example.com"}' };
    expect((await fetch(`http://127.0.0.1:${portOf(server)}/users`, request)).status).toBe(status);
    const lines = printed.mock.calls.map(([line]) => String(line));
    printed.mockRestore();
    expect(lines).toEqual(told.map((words) => expect.stringContaining(words)));
    server.closeAllConnections();
    server.close();
  });

  it('is explained in the documentation', () => {
    const sentence = 'The app reads the body itself, so it has to come before body parsers.';
    expect(readFileSync('docs/guides/mounting.md', 'utf8')).toContain(sentence);
  });
});
