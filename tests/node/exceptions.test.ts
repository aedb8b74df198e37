import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { preload, startService } from '../_service.ts';
import { chunk, chunked, EMAIL, get, LAST_CHUNK, post } from '../wire/_bytes.ts';
import { openWire } from '../wire/_wire.ts';

/** Exceptions from the socket of one client, which no other client notices. */

/** Makes a method throw for sockets of clients from 127.0.0.2; `on` throws only for `data`, since Node itself uses it. */
const breaking = (method: string) => `
  import { Socket } from 'node:net';
  const { ${method} } = Socket.prototype;
  Socket.prototype.${method} = function (...args) {
    const isOurs = '${method}' !== 'on' || args[0] === 'data';
    if (isOurs && this.remoteAddress === '127.0.0.2') throw new Error('${method} is broken');
    return ${method}.apply(this, args);
  };`;

async function victimOf(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
}

/** Methods that throw, and the bytes that make the service call them. */
const requests: readonly (readonly [method: string, sent: string])[] = [
  ['on', get()],
  ['write', get()],
  ['write', post('Expect: 100-continue', 'Content-Length: 18')],
  ['write', chunked(chunk(EMAIL) + LAST_CHUNK)],
  ['write', 'nonsense\r\n\r\n'],
  ['end', get('Connection: close')],
  ['resume', get()],
  ['setTimeout', get('Connection: close')],
];

describe.runIf(process.platform === 'linux')('an exception', () => {
  it.each(requests)(
    'from %s after %j ends only its connection, is logged and counted',
    async (method, sent) => {
      const service = await startService({ ...preload(breaking(method)), METRICS: 'true' });
      const other = await openWire(service.port);
      for (let round = 0; round < 3; round++) {
        const victim = await victimOf(service.port);
        victim.write(sent);
        await text(victim).catch(() => {});
        other.write(get());
        expect((await other.reply()).status).toBe(200);
      }
      const lines = service
        .output()
        .match(/"level":"error".*is broken.*"msg":"A bug has closed a connection"/g);
      expect(lines).toHaveLength(3);
      const metrics = await (await fetch(`${service.origin}/metrics`)).text();
      expect(metrics).toMatch(/^http_connections_failed_total 3$/m);
      expect(metrics).toMatch(/^http_connections 2$/m);
      other.socket.destroy();
      expect(await service.stop()).toBe(0);
    },
  );
});
