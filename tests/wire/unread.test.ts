import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { Route } from '../../src/http/types.ts';
import { get, head } from './_bytes.ts';
import { serve } from './_server.ts';
import { openBothEnds } from './_wire.ts';

/** Replies that their client reads late. */

const body = 'a'.repeat(12 * 1024 * 1024);
const large: Route = {
  method: 'GET',
  path: '/large',
  answer: () => ({ kind: 'reply', status: 200, headers: '', body }),
};
const { server } = serve({ requestTimeout: 3_600_000 }, [large]);

it('a client that has read all of a long reply is no longer watched for reading nothing', async () => {
  const [wire, socket] = await openBothEnds(server);
  const taken = once(socket, 'data');
  wire.write(head('GET /large HTTP/1.1', 'Host: a'));
  await taken;
  while (!socket.timeout) await new Promise(setImmediate);
  expect((await wire.reply()).body.length).toBe(body.length);
  wire.write(get());
  expect((await wire.reply()).status).toBe(200);
  expect(socket.timeout).toBe(0);
  wire.socket.destroy();
});
