import { createApp } from '../../src/app.ts';
import { bearer } from '../../src/contract/credential.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { reply } from '../../src/contract/outcome.ts';
import type { Bytes } from '../../src/contract/success.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { optional } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';

const lamp = object({ id: integer() });
const shared = { method: 'GET', summary: '' } as const;
const png = { ...shared, reply: { status: 200, body: 'bytes', type: 'image/png' } } as const;

/** The first bytes of every picture in PNG. */
export const PICTURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255]);
export const CHUNK = new Uint8Array(100_000).fill(97);

const endpoints = {
  putLamp: endpoint({
    ...shared,
    method: 'PUT',
    path: '/lamps/{id}',
    params: { id: integer() },
    replies: {
      200: { body: lamp },
      201: { body: lamp, headers: { Location: text() } },
      202: {},
      204: { headers: { 'X-Left': optional(integer()) } },
      303: { headers: { Location: text() } },
      304: {},
    },
  }),
  getOne: endpoint({ ...shared, path: '/one', replies: { 201: { body: lamp } } }),
  getEither: endpoint({
    ...shared,
    path: '/either',
    query: { isOld: optional(text()) },
    reply: { status: 200, body: lamp },
    replies: { 203: { body: text() } },
  }),
  getMoved: endpoint({ ...shared, path: '/moved', reply: { status: 301, headers: { Location: text() } } }),
  postLogin: endpoint({
    ...shared,
    method: 'POST',
    path: '/login',
    reply: {
      status: 204,
      headers: { 'Set-Cookie': list(text()), 'X-Numbers': optional(list(integer())) },
    },
  }),
  getUnchosen: endpoint({ ...shared, path: '/unchosen', replies: { 200: { body: lamp }, 204: {} } }),
  getOther: endpoint({ ...shared, path: '/other', reply: { status: 200, body: lamp } }),
  getExtra: endpoint({ ...shared, path: '/extra', reply: { status: 200, body: lamp } }),
  getExtraBeside: endpoint({
    ...shared,
    path: '/extra-beside',
    reply: { status: 200, body: lamp, headers: { 'X-A': text() } },
  }),
  getPicture: endpoint({ ...png, path: '/picture' }),
  getBlob: endpoint({ ...png, path: '/blob' }),
  getStream: endpoint({ ...png, path: '/stream', credential: bearer({ check: (token) => token }) }),
  getGenerated: endpoint({ ...shared, path: '/generated', reply: { status: 200, body: 'bytes' } }),
  getNothing: endpoint({ ...png, path: '/nothing' }),
  getBroken: endpoint({ ...png, path: '/broken' }),
  getStrange: endpoint({ ...png, path: '/strange' }),
  getText: endpoint({ ...png, path: '/text' }),
  getNumber: endpoint({ ...png, path: '/number' }),
  getEndless: endpoint({ ...png, path: '/endless' }),
  getEndlessStream: endpoint({ ...png, path: '/endless-stream' }),
  getSilent: endpoint({ ...png, path: '/silent' }),
  getAborted: endpoint({ ...png, path: '/aborted' }),
};

export const bugs: [bug: unknown, id: string][] = [];

/** The state of the last endless reply. */
export const endless = { made: 0, isAborted: false, ended: Promise.resolve(), end: () => {} };

function begin(): void {
  endless.made = 0;
  endless.isAborted = false;
  endless.ended = new Promise((resolve) => {
    endless.end = resolve;
  });
}

async function* generated(): AsyncIterable<Uint8Array | string> {
  yield 'a';
  yield new Uint8Array();
  for (let at = 0; at < 3; at++) yield CHUNK;
  yield 'é';
}

async function* withoutEnd(signal: AbortSignal): AsyncIterable<Uint8Array> {
  begin();
  try {
    for (;;) {
      endless.made++;
      yield CHUNK;
    }
  } finally {
    endless.isAborted = signal.aborted;
    endless.end();
  }
}

/** Fails when the client disconnects, as a request to another service with the same signal does. */
async function* aborted(signal: AbortSignal): AsyncIterable<Uint8Array> {
  begin();
  yield CHUNK;
  try {
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  } finally {
    endless.end();
  }
}

async function* broken(): AsyncIterable<Uint8Array> {
  yield CHUNK;
  throw new Error('the disk is gone');
}

async function* strange(): AsyncIterable<Uint8Array> {
  yield CHUNK;
  yield JSON.parse('7');
}

/** Replies of every kind. */
export const replies = createApp(
  { title: 'Replies', version: '1.0.0', endpoints },
  {
    putLamp({ params }) {
      if (params.id === 1) return reply({ id: 1 }, { status: 201, headers: { Location: '/lamps/1' } });
      if (params.id === 2) return reply(undefined, { status: 303, headers: { Location: '/lamps/1' } });
      if (params.id === 3) return reply(undefined, { status: 204, headers: { 'X-Left': 0 } });
      if (params.id === 4) return reply(undefined, { status: 202 });
      if (params.id === 5) return reply(undefined, { status: 304 });
      return reply(params, { status: 200 });
    },
    getOne: () => JSON.parse('{"id":1}'),
    getEither: ({ query }) => (query.isOld === null ? { id: 1 } : reply('old', { status: 203 })),
    getMoved: () => reply(undefined, { headers: { Location: '/one' } }),
    postLogin: () =>
      reply(undefined, { headers: { 'Set-Cookie': ['a=1', 'b="2, 3"'], 'X-Numbers': [1, 2] } }),
    getUnchosen: () => JSON.parse('{"id":1}'),
    getOther: () => reply({ id: 1 }, { status: 201 }) as never,
    getExtra: () => reply({ id: 1 }, { headers: { 'X-A': 'a' } }) as never,
    getExtraBeside: () => reply({ id: 1 }, { headers: { 'X-A': 'a', 'X-B': 'b' } }),
    getPicture: () => PICTURE,
    getBlob: async () => new Blob(['a', CHUNK, 'b']),
    getStream: () => new Blob([CHUNK, CHUNK]).stream(),
    getGenerated: () => generated(),
    getNothing: async (): Promise<Bytes> => new Blob([]).stream(),
    getBroken: () => broken(),
    getStrange: () => strange(),
    getText: () => 'a picture' as never,
    getNumber: () => reply(7) as never,
    getEndless: (_, { signal }) => withoutEnd(signal),
    getEndlessStream: () => {
      begin();
      return new ReadableStream({
        pull(controller) {
          endless.made++;
          controller.enqueue(CHUNK);
        },
        cancel: () => endless.end(),
      });
    },
    getAborted: (_, { signal }) => aborted(signal),
    getSilent: (_, { signal }) => {
      begin();
      signal.addEventListener('abort', () => endless.end());
      return new ReadableStream({ start: (controller) => controller.enqueue(CHUNK) });
    },
  },
  { onBug: (bug, id) => bugs.push([bug, id]) },
);
