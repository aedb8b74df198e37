import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetch } from '../../src/hosts/fetch.ts';
import { createListener } from '../../src/hosts/node/host.ts';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { apps } from '../_apps.ts';
import { bugs, CHUNK, endless } from '../app/_replies.ts';

/** Bytes that are made while they are sent: to a client that reads slowly, and to one that disconnects. */

const endlessTargets = ['/endless', '/endless-stream'];
/** More than sockets hold, so that not all of it can have been sent to a client that does not read. */
const MOST = 500;

const servers: [string, () => Server][] = [
  ['the Node host', () => createNodeServer(apps.replies).listener],
  ['node:http, with the listener', () => createServer(createListener(apps.replies))],
];

describe.each(servers)('bytes, on %s', (_, make) => {
  const server = make();
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => server.close());

  async function ask(target: string) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: a.test\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  }

  it.each(endlessTargets)(
    'wait for a client that does not read, and end when it disconnects: %s',
    async (target) => {
      const socket = await ask(target);
      let made = -1;
      while (made !== endless.made) {
        made = endless.made;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(made).toBeLessThan(MOST);
      socket.destroy();
      await endless.ended;
      if (target === '/endless') expect(endless.isAborted).toBe(true);
    },
  );

  it.each(['/silent', '/aborted'])(
    'end when the client disconnects while nothing is made: %s',
    async (target) => {
      bugs.length = 0;
      const socket = await ask(target);
      socket.destroy();
      await endless.ended;
      (await ask('/picture')).destroy();
      expect(bugs).toEqual([]);
    },
  );
});

describe('bytes, by fetch', () => {
  const fetch = createFetch(apps.replies);
  it.each(endlessTargets)('are made when they are read, and end when they are not: %s', async (target) => {
    const { body } = await fetch(new Request(`http://a.test${target}`));
    const reader = body?.getReader();
    expect((await reader?.read())?.value?.length).toBe(CHUNK.length);
    expect(endless.made).toBeLessThan(4);
    await reader?.cancel();
    await endless.ended;
  });
});
