import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { makeCertificate, temporaryFolder } from '../_certificate.ts';
import { runService, type Service, startService } from '../_service.ts';
import { EMAIL, get, post } from '../wire/_bytes.ts';

/** The real process over TLS. */

const folder = temporaryFolder();
afterAll(folder.remove);
const [one, two] = [makeCertificate('one'), makeCertificate('two')];
const ca = [one.cert, two.cert];

/** Files of a certificate, and the variables that name them. */
function files(name: string, { cert, key } = one) {
  return { TLS_CERT: folder.write(`${name}.crt`, cert), TLS_KEY: folder.write(`${name}.key`, key) };
}

async function open(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca, ...options });
  await once(socket, 'secureConnect');
  return socket;
}

/** The common name of the certificate on a new connection. */
async function nameAt(port: number): Promise<string | string[] | undefined> {
  const socket = await open(port);
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
}

/** Waits until six connections in a row get this certificate: workers get it one after the other. */
async function untilNamed(port: number, name: string): Promise<void> {
  for (let inARow = 0; inARow < 6; ) inARow = (await nameAt(port)) === name ? inARow + 1 : 0;
}

async function ask(socket: TLSSocket): Promise<string> {
  socket.write(get());
  const [reply] = await once(socket, 'data');
  return String(reply).slice(0, 15);
}

/** Clients that send one request after another until they are ended; counts replies and failures. */
function startKeepAliveClients(service: Service, count: number) {
  const agent = new Agent({ keepAlive: true, ca, servername: 'localhost' });
  const answers = { given: 0, lost: 0 };
  let isOver = false;
  const asking = Array.from({ length: count }, async () => {
    while (!isOver) {
      const asked = request({ agent, host: '127.0.0.1', port: service.port, path: '/items/1' }).end();
      const [response] = await once(asked, 'response').catch(() => []);
      if (response && (await text(response)).includes('"item_id":"1"')) answers.given++;
      else answers.lost++;
    }
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(asking);
      agent.destroy();
      return answers;
    },
  };
}

async function healthOf(env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(process.execPath, ['dist/entries/health.js'], { env: { ...process.env, ...env } });
  return new Promise((resolve) => child.once('exit', resolve));
}

describe.each(['1', '2'])('a service over TLS, with %s workers', (WORKERS) => {
  it('logs its https address, answers, and reports its health', async () => {
    const env = { ...files(`live${WORKERS}`), WORKERS };
    const service = await startService(env);
    expect(service.origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(service.output()).toContain(`documentation at ${service.origin}/docs`);
    const socket = await open(service.port);
    expect(await ask(socket)).toBe('HTTP/1.1 200 OK');
    socket.write(post('Content-Length: 18', 'Expect: 100-continue'));
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 100 /);
    socket.write(EMAIL);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
    expect(await healthOf({ ...env, PORT: String(service.port), HOST: '127.0.0.1' })).toBe(0);
    expect(await service.stop()).toBe(0);
    expect(await healthOf({ ...env, PORT: String(service.port), HOST: '127.0.0.1' })).toBe(1);
  });

  it('loads a new certificate on SIGHUP, and loses no request', async () => {
    const name = `renewed${WORKERS}`;
    const service = await startService({ ...files(name), WORKERS });
    const clients = startKeepAliveClients(service, 20);
    const kept = await open(service.port);
    expect(await ask(kept)).toBe('HTTP/1.1 200 OK');
    files(name, two);
    process.kill(service.pid, 'SIGHUP');
    await service.waitForOutput(/"The certificate has been reloaded"/);
    await untilNamed(service.port, 'two');
    expect(await ask(kept)).toBe('HTTP/1.1 200 OK');
    expect(kept.getPeerCertificate().subject.CN).toBe('one');
    kept.destroy();
    const { given, lost } = await clients.end();
    expect(given).toBeGreaterThan(20);
    expect(lost).toBe(0);
    expect(await service.stop()).toBe(0);
  });

  it('keeps the old certificate if the new one is invalid', async () => {
    const name = `kept${WORKERS}`;
    const env = files(name);
    const service = await startService({ ...env, WORKERS });
    folder.write(`${name}.crt`, two.cert);
    process.kill(service.pid, 'SIGHUP');
    const mismatch = `${env.TLS_KEY} is not the key of ${env.TLS_CERT}`;
    await service.waitForOutput(
      new RegExp(`"level":"error".*"The certificate can't be used: ${mismatch}; still using the old one"`),
    );
    await untilNamed(service.port, 'one');
    folder.write(`${name}.key`, two.key);
    process.kill(service.pid, 'SIGHUP');
    await untilNamed(service.port, 'two');
    expect(await service.stop()).toBe(0);
  });
});

it('a replaced worker gets the last valid certificate', async () => {
  const env = files('worker');
  const service = await startService({ ...env, WORKERS: '2' });
  const socket = await open(service.port);
  await ask(socket);
  const pid = Number(await service.waitForOutput(/"pid":(\d+),"method"/));
  folder.write('worker.crt', 'gone');
  process.kill(pid, 'SIGKILL');
  await service.waitForOutput(new RegExp(`"worker":${pid},"code":"SIGKILL"`));
  await untilNamed(service.port, 'one');
  expect(await service.stop()).toBe(0);
});

describe('the handshake', () => {
  it.each([
    ['TLSv1.1', undefined],
    ['TLSv1.2', 'TLSv1.2'],
    ['TLSv1.3', 'TLSv1.3'],
  ] as const)('accepts only TLS 1.2 and later: %s', async (version, agreed) => {
    const service = await startService(files('versions'));
    const ciphers = 'DEFAULT:@SECLEVEL=0';
    const options = { minVersion: version, maxVersion: version, ciphers };
    const protocol = await open(service.port, options).then(
      (socket) => socket.getProtocol(),
      () => undefined,
    );
    expect(protocol).toBe(agreed);
    await service.stop();
  });

  it.each([
    [['h2', 'http/1.1'], 'http/1.1'],
    [['http/1.1'], 'http/1.1'],
    [undefined, false],
    [['h2'], 'nothing'],
  ])('negotiates HTTP/1.1 from the protocols %j', async (ALPNProtocols, agreed) => {
    const service = await startService(files('protocols'));
    const protocol = await open(service.port, ALPNProtocols && { ALPNProtocols }).then(
      (socket) => socket.alpnProtocol,
      () => 'nothing',
    );
    expect(protocol).toBe(agreed);
    await service.stop();
  });

  it('can’t be repeated by renegotiation', async () => {
    const service = await startService(files('renegotiation'));
    const socket = await open(service.port, { maxVersion: 'TLSv1.2' });
    const outcome = await new Promise((resolve) => {
      socket.once('error', () => resolve('refused')).once('close', () => resolve('closed'));
      socket.renegotiate({}, (error) => resolve(error ? 'refused' : 'done'));
    });
    expect(outcome).not.toBe('done');
    const other = await open(service.port);
    expect(await ask(other)).toBe('HTTP/1.1 200 OK');
    other.destroy();
    await service.stop();
  });
});

it.each([
  ['another protocol', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['random bytes', '\x16\x03\x01\xff\xff\x01'.repeat(1000)],
  ['nothing', ''],
])('a connection that begins with %s is closed, and no longer counted', async (_, bytes) => {
  const service = await startService({ ...files('strange'), HEADERS_TIMEOUT: '2000', METRICS: 'true' });
  const socket = connectPlain(service.port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  if (bytes) socket.write(bytes, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  const asked = request({
    host: '127.0.0.1',
    port: service.port,
    path: '/metrics',
    ca,
    servername: 'localhost',
  });
  const [response] = await once(asked.end(), 'response');
  expect(await text(response)).toMatch(/^http_connections 1$/m);
  expect(service.output()).not.toContain('"level":"error"');
  expect(await service.stop()).toBe(0);
});

describe('an invalid certificate', () => {
  const good = files('good');
  const other = files('other', two);
  const missing = folder.path('missing');
  const empty = folder.write('empty', '');
  const weak = files('weak', makeCertificate('weak', 'secp112r1'));
  const cases: readonly (readonly [reason: string, env: NodeJS.ProcessEnv])[] = [
    [`there is no file ${missing}`, { ...good, TLS_CERT: missing }],
    [`there is no file ${missing}`, { ...good, TLS_KEY: missing }],
    [`EISDIR: illegal operation on a directory, read`, { ...good, TLS_CERT: folder.path('') }],
    [`${empty} is not a PEM certificate`, { ...good, TLS_CERT: empty }],
    [`${empty} is not a PEM key, or needs a passphrase`, { ...good, TLS_KEY: empty }],
    ['error:0A00018F:SSL routines::ee key too small', weak],
    [`${good.TLS_KEY} is not the key of ${other.TLS_CERT}`, { ...other, TLS_KEY: good.TLS_KEY }],
  ];

  it.each(cases)('makes the service exit with 2 and one line: %s', async (reason, env) => {
    for (const WORKERS of ['1', '2']) {
      const { code, stdout, stderr } = await runService({ ...env, WORKERS });
      expect(stderr).toBe(`The certificate can't be used: ${reason}\n`);
      expect(stdout).toBe('');
      expect(code).toBe(2);
    }
  });

  it.each([
    ['--tls-cert', '--tls-key', { TLS_CERT: good.TLS_CERT }],
    ['--tls-key', '--tls-cert', { TLS_KEY: good.TLS_KEY }],
  ])('is one without its key, or a key without it: %s', async (given, other, env) => {
    const { code, stderr } = await runService(env);
    expect(stderr).toMatch(new RegExp(`^${given} needs ${other}; .*\n$`));
    expect(code).toBe(2);
  });
});
