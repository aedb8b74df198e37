import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { alsoAnswersAt, runService, startService } from '../_service.ts';
import { EMAIL, post } from '../wire/_bytes.ts';
import { openWire } from '../wire/_wire.ts';

/** Starting and stopping the real process. */

async function portInUse(): Promise<{ port: string; free: () => void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: String((server.address() as AddressInfo).port), free: () => server.close() };
}

/** Waits for the first match of a pattern in a stream, and returns its first group. */
async function firstMatch(stream: Readable, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const [, found] = pattern.exec(text) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(`nothing matched in ${text}`);
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ family }) => family === 'IPv6'),
);

describe('the service', () => {
  it('logs its address and that of the documentation in one line', async () => {
    const service = await startService();
    expect(JSON.parse(service.output())).toMatchObject({
      level: 'info',
      msg: `Assay 1.0.0 listens on ${service.origin}, documentation at ${service.origin}/docs`,
    });
    expect((await fetch(`${service.origin}/docs`)).status).toBe(200);
    await service.stop();
  });

  it.runIf(hasIpv6)('listens on all interfaces, IPv4 and IPv6, unless HOST says otherwise', async () => {
    const service = await startService({ HOST: '' });
    const { hostname, port } = new URL(service.origin);
    expect(hostname).toBe('localhost');
    for (const host of ['127.0.0.1', '[::1]']) {
      expect((await fetch(`http://${host}:${port}/`)).status).toBe(200);
    }
    await service.stop();
  });

  it('listens only on HOST', async () => {
    const service = await startService({ HOST: '127.0.0.1' });
    expect((await fetch(`http://127.0.0.1:${service.port}/`)).status).toBe(200);
    expect(await alsoAnswersAt('[::1]', service)).toBe(false);
  });

  it('reports a port in use in one line, and exits with 1', async () => {
    const { port, free } = await portInUse();
    const { code, stdout, stderr } = await runService({ PORT: port, HOST: '127.0.0.1' });
    free();
    expect(stdout).toBe('');
    expect(stderr).toBe(
      `Assay can't listen on 127.0.0.1, port ${port}: another process is already listening there; choose another port\n`,
    );
    expect(code).toBe(1);
  });

  it.each(['99999', '-1', 'abc', '80.5'])(
    'refuses an invalid PORT in one line, and exits with 2: %s',
    async (port) => {
      const { code, stderr } = await runService({ PORT: port });
      expect(stderr).toBe(`PORT must be a whole number from 0 to 65535, not "${port}"\n`);
      expect(code).toBe(2);
    },
  );

  it('applies BODY_LIMIT and DEPTH_LIMIT', async () => {
    const service = await startService({ BODY_LIMIT: '10', DEPTH_LIMIT: '2' });
    const post = (body: string) =>
      fetch(`${service.origin}/users`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
    expect((await post('[[1,2,3,4]]')).status).toBe(413);
    expect(await (await post('[[[1]]]')).json()).toEqual({
      detail: 'The body is nested more than 2 levels deep',
    });
    expect((await post('[[1]]')).status).toBe(422);
    await service.stop();
  });

  it('applies ERROR_LIMIT and ERROR_BYTES_LIMIT', async () => {
    const service = await startService({ ERROR_LIMIT: '1', ERROR_BYTES_LIMIT: '8192' });
    const post = async (body: unknown) => {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      };
      return (await fetch(`${service.origin}/users/`, init)).text();
    };
    expect(JSON.parse(await post({}))).toMatchObject({
      detail: [{ type: 'missing' }, { type: 'more_errors', msg: 'Body: has 2 more errors, not listed here' }],
    });
    expect((await post({ name: 'x'.repeat(10_000) })).length).toBeLessThan(8192);
    await service.stop();
  });

  it.each(['BODY_LIMIT', 'DEPTH_LIMIT'])(
    'refuses an invalid %s in one line, and exits with 2',
    async (name) => {
      const { code, stderr } = await runService({ [name]: '0' });
      expect(stderr).toMatch(new RegExp(`^${name} must be a whole number from 1 to \\d+, not "0"\n$`));
      expect(code).toBe(2);
    },
  );

  it('finishes a request in flight when its process group gets SIGTERM', async () => {
    const npm = spawn('npm', ['start', '--ignore-scripts'], {
      env: { ...process.env, PORT: '0', STOP_DEADLINE: '3600000' },
      detached: true,
    });
    const { port } = new URL(await firstMatch(npm.stdout, / listens on ([^\s,]+)/));
    const socket = connect(Number(port));
    socket.write('POST /users HTTP/1.1\r\nHost: a\r\nContent-Length: 18\r\nExpect: 100-continue\r\n\r\n');
    await once(socket, 'data');
    process.kill(-(npm.pid ?? 0), 'SIGTERM');
    await once(npm, 'exit');
    socket.write('{"email":"a@b.cc"}');
    const [reply] = await once(socket, 'data');
    expect(String(reply)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    await once(npm.stdout, 'close');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('exits with 0 on %s', async (signal) => {
    const service = await startService();
    await fetch(service.origin);
    expect(await service.stop(signal)).toBe(0);
    const lines = service.output().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).msg).slice(-2)).toEqual(['Assay stops', 'Assay has stopped']);
  });

  it.each(['1', '2'])('goes on after SIGHUP without a certificate, with WORKERS=%s', async (WORKERS) => {
    const service = await startService({ WORKERS });
    const { socket, write, reply } = await openWire(service.port);
    write(post('Content-Length: 18', 'Expect: 100-continue'));
    expect((await reply()).status).toBe(100);
    process.kill(service.pid, 'SIGHUP');
    await service.waitForOutput(/"level":"info".*"There is no certificate to reload"/);
    write(EMAIL);
    expect((await reply()).status).toBe(200);
    socket.destroy();
    expect(await service.stop()).toBe(0);
  });

  it('exits with npm, which started it', async () => {
    const npm = spawn('npm', ['start', '--ignore-scripts'], { env: { ...process.env, PORT: '0' } });
    const started = await firstMatch(npm.stdout, / listens on ([^\s,]+)/);
    npm.kill();
    await once(npm.stdout, 'close');
    await expect(fetch(started)).rejects.toThrow();
  });
});
