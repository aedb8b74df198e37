import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { health } from '../../src/cli/health.ts';
import { explain, StartError } from '../../src/hosts/node/place.ts';

/** Errors of listening, and the health check of a container. */

const failure = (code?: string) =>
  Object.assign(new Error('bind failed'), code === undefined ? {} : { code });

describe('a service that can’t listen says why', () => {
  it.each([
    [failure('EACCES'), { port: 80 }, 'port 80: that takes more rights than this user has'],
    [failure('ENOTFOUND'), { port: 80, host: 'a' }, 'a, port 80: there is no host of that name'],
    [failure('EACCES'), { port: 80, socket: '/a' }, '/a: there is no such folder'],
    [failure('EIO'), { port: 80 }, 'port 80: bind failed'],
    [failure(), { port: 80, socket: '/a' }, '/a: bind failed'],
  ])('%s at %j', (error, place, sentence) => {
    expect(explain(error, 'Lamps', place)).toContain(`Lamps can't listen on ${sentence}`);
  });

  it('with the message of a StartError', () => {
    expect(explain(new StartError('No more sockets'), 'Lamps', { port: 80 })).toBe('No more sockets');
  });
});

describe('the health check', () => {
  it.each([200, 503])('returns an exit code for the status %d', async (status) => {
    const server = createServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await health({ HOST: '127.0.0.1', PORT: String(port) })).toBe(status === 200 ? 0 : 1);
    server.closeAllConnections();
    server.close();
  });

  it('fails for a service that does not answer', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await health({ HOST: '127.0.0.1', PORT: String(port) })).toBe(1);
    server.closeAllConnections();
    server.close();
  });

  it('fails for invalid settings', async () => {
    expect(await health({ PORT: 'none' })).toBe(1);
  });
});
