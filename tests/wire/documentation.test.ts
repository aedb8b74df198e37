import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { hosting } from '../../src/http/hosting.ts';
import { hurryClock } from '../_clock.ts';
import { counted } from '../_counted.ts';
import { head } from './_bytes.ts';
import { openBothEnds } from './_wire.ts';

/** Clients that leave while the documentation is made for them. */

const schemas = Object.fromEntries(
  Array.from({ length: 300 }, (_, at) => [`M${at}`, { properties: { a: { type: 'string' } } }]),
);
const info = { title: 'Models', version: '1' };
const { document, read } = counted({ openapi: '3.1.0', info, paths: {}, components: { schemas } });
const bugs: unknown[] = [];
const app = fromDocument(document, { onBug: (bug) => bugs.push(bug) });
const { listener } = createNodeServer(app[hosting].build());
const ask = (path: string) => fetch(`http://127.0.0.1:${(listener.address() as AddressInfo).port}${path}`);

/** Makes what documentation is made of, so that only its text is left. */
beforeAll(async () => {
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  expect((await ask('/openapi.json')).status).toBe(200);
});
beforeEach(hurryClock);
afterEach(() => {
  vi.restoreAllMocks();
  expect(bugs).toEqual([]);
});
afterAll(() => new Promise((resolve) => listener.close(resolve)));

/** Asks for a page, and waits until it is being made. */
async function begin(path: string) {
  const [wire, socket] = await openBothEnds(listener);
  const before = read();
  wire.write(head(`GET ${path} HTTP/1.1`, 'Host: a'));
  while (read() === before) await nextRound();
  return { wire, closed: once(socket, 'close') };
}

it('a page is not made any further for a client that has left', async () => {
  const { wire, closed } = await begin('/docs?view=models');
  wire.socket.destroy();
  await closed;
  const made = read();
  for (let at = 0; at < 20; at++) expect((await ask('/livez')).status).toBe(200);
  expect(read()).toBe(made);
  expect(await (await ask('/docs?view=models')).text()).toContain('M299');
  expect(read()).toBeGreaterThan(made);
});

it('a page is made for the other client that waits for it', async () => {
  const { wire, closed } = await begin('/openapi-3.0.json');
  const [other, socket] = await openBothEnds(listener);
  const arrived = once(socket, 'data');
  other.write(head('GET /openapi-3.0.json HTTP/1.1', 'Host: a', 'Connection: close'));
  await arrived;
  wire.socket.destroy();
  await closed;
  expect(await other.rest()).toMatch(/^HTTP\/1.1 200 .*"M299"/s);
});

describe('pages that different clients wait for', () => {
  const order: string[] = [];
  let isBroken = false;
  const model = (name: string) => {
    const property = {
      get description() {
        if (isBroken && name === 'Broken') throw new Error('broken');
        order.push(name);
        return 'A text';
      },
    };
    return [name, { properties: Object.fromEntries(Array.from('abcdefghij', (each) => [each, property])) }];
  };
  const names = ['First', 'Second', 'Third'];
  const others = ['Fourth', 'Broken', 'Fifth', 'Sixth'];
  const many = Array.from({ length: 40 }, (_, at) => `Many${at}`);
  const models = { schemas: Object.fromEntries([...names, ...others, ...many].map(model)) };
  const ofModels = fromDocument({ openapi: '3.1.0', info, paths: {}, components: models }, { onBug() {} });
  const server = createNodeServer(ofModels[hosting].build()).listener;
  const get = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  const statuses = async (some: readonly string[]) => {
    const replies = await Promise.all(some.map((name) => get(`/docs?model=${name}`)));
    return replies.map(({ status }) => status);
  };

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    expect((await get('/openapi.json')).status).toBe(200);
    order.length = 0;
    isBroken = true;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('are made one after the other', async () => {
    expect(await statuses(names)).toEqual([200, 200, 200]);
    expect(order.filter((name, at) => name !== order[at - 1]).toSorted()).toEqual(names);
  });

  it('are sent when they are made, not after all that were asked for later', async () => {
    const before = order.length;
    const replies = many.map(async (name, at) => {
      const { status } = await ofModels.fetch(new Request(`http://localhost/docs?model=${name}`));
      const others = new Set(order.slice(before)).size - at - 1;
      return { status, isSoon: others < 10 };
    });
    expect(await Promise.all(replies)).toEqual(many.map(() => ({ status: 200, isSoon: true })));
  });

  it('are made if one that was asked for before can not be made', async () => {
    expect(await statuses(others)).toEqual([200, 500, 200, 200]);
  });
});
