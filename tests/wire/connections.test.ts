import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { Admission, type DropReason, defaultConnectionLimits } from '../../src/hosts/node/server/server.ts';
import { get } from './_bytes.ts';
import { serve } from './_server.ts';
import { openBothEnds, openWire, type Wire } from './_wire.ts';

/** Limits on the number of connections. */

const dropped: DropReason[] = [];
const connectionObserver = {
  changed() {},
  failed() {},
  dropped: (reason: DropReason) => dropped.push(reason),
};

async function expectServed(wire: Wire): Promise<void> {
  wire.write(get());
  expect((await wire.reply()).status).toBe(200);
}

/** A local client with another address. */
async function askFrom(localAddress: string, port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, localAddress }).on('error', () => {});
  await once(socket, 'connect');
  socket.write(get('Connection: close'));
  return text(socket).catch(() => '');
}

describe('connections over the limit', () => {
  const { port, server } = serve({ maxConnections: 2, connectionObserver });
  const { port: fair } = serve({ maxConnectionsPerAddress: 2, connectionObserver });

  it('are closed at once, until another one ends', async () => {
    const [first, connection] = await openBothEnds(server);
    const second = await openWire(port());
    expect(await (await openWire(port())).rest()).toBe('');
    expect(dropped.splice(0)).toEqual(['total']);
    await Promise.all([first, second].map(expectServed));
    const gone = once(connection, 'close');
    first.socket.destroy();
    await gone;
    await expectServed(await openWire(port()));
    second.socket.destroy();
  });

  it('are closed for one address, but not for others', async () => {
    const first = await openWire(fair());
    const second = await openWire(fair());
    expect(await askFrom('127.0.0.1', fair())).toBe('');
    expect(dropped.splice(0)).toEqual(['address']);
    expect(await askFrom('127.0.0.2', fair())).toMatch(/^HTTP\/1\.1 200 /);
    await Promise.all([first, second].map(expectServed));
    for (const { socket } of [first, second]) socket.destroy();
  });
});

const from = (remoteAddress: string | undefined) =>
  Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });

it('ten thousand connections are admitted by default, however many come from one address', () => {
  const admission = new Admission(defaultConnectionLimits);
  const admitted = Array.from({ length: 10_000 }, () => admission.admit(from('192.0.2.1')));
  expect(admitted).not.toContain(false);
  expect(admission.admit(from('192.0.2.2'))).toBe(false);
});

it('an address that is at its limit is admitted again after a connection from it ends', async () => {
  const admission = new Admission({ maxConnections: 10, maxConnectionsPerAddress: 2 });
  const [first, second] = [from('192.0.2.1'), from('192.0.2.1')];
  for (const socket of [first, second]) expect(admission.admit(socket)).toBe(true);
  for (const socket of [first, second]) {
    expect(admission.admit(from('192.0.2.1'))).toBe(false);
    await once(socket.destroy(), 'close');
    expect(admission.admit(from('192.0.2.1'))).toBe(true);
  }
});

describe('two addresses', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::1', true],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:3:3:4:5:6', false],
    ['2001:db8::1', '2001:db8::2', true],
    ['2001:db8::1:2:3:4', '2001:db8:0:0:5::', true],
    ['2001:db8:1::', '2001:db8::', false],
    ['::1', '::2', true],
    ['1::', '::1', false],
    ['fe80::1%eth0', 'fe80::2%eth0', true],
    ['2001:db8::ffff:10', '2001:db9::ffff:10', false],
    ['::ffff:10:1', '::ffff:11:1', true],
    ['::1:2:3:4:5', '0:0:0:1:2:3:4:5', true],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1:3:4:5:6', true],
    ['2001:db8::1:2:3:4:5', '2001:db8::2:2:3:4:5', false],
    ['1:12:3:4::', '11:2:3:4::', false],
    // Clients of a Unix socket have none.
    [undefined, undefined, false],
  ])('%s and %s count as one: %s', (first, second, isOne) => {
    const admission = new Admission({ maxConnections: 10, maxConnectionsPerAddress: 1 });
    expect(admission.admit(from(first))).toBe(true);
    expect(admission.admit(from(second))).toBe(!isOne);
  });
});
