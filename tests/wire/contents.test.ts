import { describe, expect, it, vi } from 'vitest';
import { type Content, CutContent } from '../../src/http/content.ts';
import type { Route } from '../../src/http/types.ts';
import { get, head } from './_bytes.ts';
import { serve } from './_server.ts';
import { openWire } from './_wire.ts';

/** Every kind of content in a reply, and content that is cut off. */

const KIB = 1024;
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** The content, and its text. */
const contents: readonly (readonly [string, Content, string])[] = [
  ['nothing', '', ''],
  ['text', 'abc', 'abc'],
  ['text that is not ASCII', 'aé€', 'aé€'],
  ['bytes', bytes('aé€'), 'aé€'],
  ['pieces', ['a', bytes('é'), '', '€'], 'aé€'],
  ...[16 * KIB - 1, 16 * KIB, 64 * KIB, 64 * KIB + 1, 200 * KIB].flatMap(
    (size): (readonly [string, Content, string])[] => {
      const [ascii, other] = ['abcd'.repeat(size).slice(0, size), 'aé€😀'.repeat(size / 5)];
      return [
        [`text of ${size} bytes`, ascii, ascii],
        [`text of ${size} bytes that is not ASCII`, other, other],
        [`${size} bytes`, bytes(other), other],
        [`pieces of ${size} bytes`, [other, bytes(ascii), 'é'], `${other}${ascii}é`],
      ];
    },
  ),
];

function routeOf(path: string, body: Content, status = 200): Route {
  return { method: 'GET', path, answer: () => ({ kind: 'reply', status, headers: '', body }) };
}

/** A text that is too long to be encoded at once, in which each second place has the first half of a character. */
const long = `a${'😀'.repeat(500 * KIB)}`;

/** The statuses whose replies have no content. */
const empty = [204, 304];

const cuts: readonly (readonly [string, Content])[] = [
  ['text with its length', new CutContent([bytes('abc')], 6)],
  ['pieces with their length', new CutContent(['ab', bytes('c')], 6)],
];
const { port } = serve({}, [
  ...contents.map(([, body], at) => routeOf(`/content/${at}`, body)),
  ...cuts.map(([, body], at) => routeOf(`/cut/${at}`, body)),
  routeOf('/long', long),
  routeOf('/cut', new CutContent(['abc', 'de'])),
  ...empty.map((status) => routeOf(`/empty/${status}`, '', status)),
]);
const rows = contents.map(([what, , text], at) => [what, text, at] as const);

describe('a reply', () => {
  it.each(rows)('has its content as a whole, between others: %s', async (_, text, at) => {
    const wire = await openWire(port());
    const request = head(`GET /content/${at} HTTP/1.1`, 'Host: a');
    wire.write(get() + request + request + get());
    expect((await wire.reply()).body).toContain('item_id');
    for (let count = 0; count < 2; count++) {
      const { headers, body } = await wire.reply();
      expect(headers.get('connection')).toBe('keep-alive');
      expect(body === text).toBe(true);
    }
    expect((await wire.reply()).body).toContain('item_id');
    wire.socket.destroy();
  });

  it.each(rows)('has its content as a whole at the end of a connection: %s', async (_, text, at) => {
    const wire = await openWire(port());
    wire.write(head(`GET /content/${at} HTTP/1.1`, 'Host: a', 'Connection: close'));
    const { headers, body } = await wire.reply();
    expect(headers.get('connection')).toBe('close');
    expect(body === text).toBe(true);
    expect(await wire.rest()).toBe('');
  });

  it.each(rows)('has only the length of its content, to HEAD: %s', async (_, text, at) => {
    const wire = await openWire(port());
    wire.write(head(`HEAD /content/${at} HTTP/1.1`, 'Host: a') + get());
    const { headers } = await wire.reply('HEAD');
    expect(headers.get('content-length')).toBe(`${Buffer.byteLength(text)}`);
    expect((await wire.reply()).body).toContain('item_id');
    wire.socket.destroy();
  });
});

it.each(empty)('a reply with status %i has no length, and the next one follows it', async (status) => {
  const wire = await openWire(port());
  wire.write(head(`GET /empty/${status} HTTP/1.1`, 'Host: a') + get());
  const { headers } = await wire.reply();
  expect(headers.has('content-length')).toBe(false);
  expect((await wire.reply()).body).toContain('item_id');
  wire.socket.destroy();
});

it('a reply has the time at which it was sent, in GMT', async () => {
  const before = Date.now();
  const wire = await openWire(port());
  wire.write(get());
  const date = (await wire.reply()).headers.get('date') ?? '';
  wire.socket.destroy();
  expect(date).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/);
  expect(Date.parse(date)).toBeGreaterThan(before - 1000);
  expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
});

describe('a reply that is cut off', () => {
  it.each(cuts.map(([what], at) => [what, at] as const))('ends with the connection: %s', async (_, at) => {
    const wire = await openWire(port());
    wire.write(head(`GET /cut/${at} HTTP/1.1`, 'Host: a') + get());
    const received = await wire.rest();
    expect(received).toContain('\r\nContent-Length: 6\r\n');
    expect(received).not.toContain('Transfer-Encoding');
    expect(received).toMatch(/\r\n\r\nabc$/);
  });

  it('has no last chunk', async () => {
    const wire = await openWire(port());
    wire.write(head('GET /cut HTTP/1.1', 'Host: a') + get());
    expect(await wire.rest()).toMatch(
      /Transfer-Encoding: chunked\r\n[\s\S]*\r\n\r\n3\r\nabc\r\n2\r\nde\r\n$/,
    );
  });

  it('has only its head, to HEAD, and the connection goes on', async () => {
    const wire = await openWire(port());
    wire.write(head('HEAD /cut/0 HTTP/1.1', 'Host: a') + get());
    expect((await wire.reply('HEAD')).headers.get('content-length')).toBe('6');
    expect((await wire.reply()).body).toContain('item_id');
    wire.socket.destroy();
  });
});

it('a long text is encoded in pieces', async () => {
  const from = vi.spyOn(Buffer, 'from');
  const wire = await openWire(port());
  wire.write(head('GET /long HTTP/1.1', 'Host: a'));
  expect((await wire.reply()).body === long).toBe(true);
  wire.socket.destroy();
  // The client of the test reads its bytes in another encoding.
  const encoded = from.mock.calls.filter(({ length }) => length === 1);
  const lengths = encoded.map(([text]) => (typeof text === 'string' ? text.length : 0));
  vi.restoreAllMocks();
  expect(Math.max(...lengths)).toBe(64 * KIB);
});
