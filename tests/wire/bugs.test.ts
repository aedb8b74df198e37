import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RequestObserver } from '../../src/hosts/node/server/context.ts';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import type { Route } from '../../src/http/types.ts';
import { practiceCore } from '../_practice.ts';
import { EMAIL, get, head, post, posted } from './_bytes.ts';
import { openWire } from './_wire.ts';

/** An exception on a connection ends that connection and is reported; the process goes on. */

const later: Route = {
  method: 'GET',
  path: '/later',
  answer: () => ({
    kind: 'pending',
    reply: new Promise((resolve) =>
      setImmediate(resolve, { kind: 'reply', status: 200, headers: '', body: '' }),
    ),
    abort() {},
  }),
};

const bugs: unknown[] = [];
const observer: RequestObserver = (request) => {
  if (request?.header('x-bug') === 'arrival') throw new Error('at the arrival');
  return () => {
    if (request?.header('x-bug') === 'reply') throw new Error('at the reply');
  };
};
const { listener } = createNodeServer(practiceCore({ hostRoutes: [later] }), {
  observer,
  headersTimeout: 100,
  requestTimeout: 200,
  onBug: (bug) => bugs.push(bug),
});
const port = () => (listener.address() as AddressInfo).port;
beforeAll(() => once(listener.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => listener.close());

it.each([
  ['when a request arrives', get('X-Bug: arrival')],
  ['when it is answered', get('X-Bug: reply')],
  ['when its body has come', posted(EMAIL, 'X-Bug: reply')],
  ['when a reply comes later', head('GET /later HTTP/1.1', 'Host: a', 'X-Bug: reply')],
  ['when a client takes too long', post('X-Bug: reply', 'Content-Length: 10')],
])('%s', async (_, request) => {
  const other = await openWire(port());
  other.write(get());
  await other.reply();
  const wire = await openWire(port());
  wire.write(request);
  expect(await wire.rest()).toBe('');
  expect(bugs.splice(0)).toEqual([expect.objectContaining({ message: expect.stringMatching(/^at the/) })]);
  other.write(get());
  expect((await other.reply()).status).toBe(200);
  other.socket.destroy();
});

it('when a client has gone', async () => {
  const arrived = once(listener, 'connection');
  const wire = await openWire(port());
  const [socket] = await arrived;
  wire.write(post('X-Bug: reply', 'Content-Length: 10', 'Expect: 100-continue'));
  await wire.reply();
  const gone = new Promise((resolve) => socket.once('close', resolve));
  wire.socket.resetAndDestroy();
  await gone;
  expect(bugs.splice(0)).toHaveLength(1);
});
