import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { help } from '../../src/cli/help.ts';
import { sendRaw, sendUntilRead } from '../_raw.ts';
import { alsoAnswersAt, runService, type Service, startService } from '../_service.ts';

/** The real command: its output, its exit codes, and the effect of each setting. */

describe('assay', () => {
  it.each([['--help'], ['-h'], ['serve', '--help']])('%s %s prints the help', async (...args) => {
    expect(await runService({}, args)).toEqual({ code: 0, stdout: help(), stderr: '' });
  });

  it.each(['--version', '-v'])('%s prints the version, and that of Node', async (flag) => {
    const stdout = `assay 1.0.0, Node ${process.version}\n`;
    expect(await runService({}, [flag])).toEqual({ code: 0, stdout, stderr: '' });
  });

  it.each([
    { args: ['--port', '99999'], says: '--port must be a whole number from 0 to 65535, not "99999"' },
    { args: ['--nope'], says: 'There is no option "--nope"; see assay --help' },
  ])('refuses $args in one line, and exits with 2', async ({ args, says }) => {
    expect(await runService({}, args)).toEqual({ code: 2, stdout: '', stderr: `${says}\n` });
  });

  it.each([
    { args: ['--help'], closed: 'stdout', code: 0 },
    { args: ['--nope'], closed: 'stderr', code: 2 },
  ] as const)('exits with $code even if nobody reads $closed', async ({ args, closed, code }) => {
    const child = spawn(process.execPath, ['dist/entries/node.js', ...args]);
    child[closed].destroy();
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(code);
  });
});

/** Sends a request with these header lines on a new connection. */
function ask({ port }: Service, target: string, ...headers: string[]) {
  const lines = [`GET ${target} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers];
  return sendRaw(port, `${lines.join('\r\n')}\r\n\r\n`);
}

/** The outcome for a client that stops sending after this. */
const sendIncomplete = (service: Service, sent: string) => sendUntilRead(service.port, sent);
const FOUND = '/search/?query=x';

/** The status of an incomplete request, unless a service with default timeouts answers it first. */
const statusBeforeDefault =
  (sent: string): Row['effect'] =>
  async (service) => {
    const usual = await startService({ STOP_DEADLINE: '0' });
    const first = await Promise.race([
      sendIncomplete(service, sent).then(({ status }) => status),
      sendIncomplete(usual, sent).then(() => 'the default came first'),
    ]);
    await usual.stop();
    return first;
  };

interface Row {
  readonly setting: readonly [flag: string, value: string];
  readonly effect: (service: Service) => Promise<unknown>;
  readonly expected: unknown;
}

const statusOf =
  (target: string, ...headers: string[]): Row['effect'] =>
  async (service) =>
    (await ask(service, target, ...headers)).status;

/** The Access-Control-Allow-Origin header of a reply to this origin. */
const allowedOrigin =
  (origin: string): Row['effect'] =>
  async (service) => {
    const { head } = await ask(service, FOUND, `Origin: ${origin}`);
    return /^Access-Control-Allow-Origin: (.*)$/m.exec(head)?.[1];
  };

const rows: Row[] = [
  { setting: ['--port', '0'], effect: statusOf(FOUND), expected: 200 },
  { setting: ['--cors', '*'], effect: allowedOrigin('https://a.example'), expected: '*' },
  { setting: ['--cors', 'off'], effect: allowedOrigin('https://a.example'), expected: undefined },
  {
    setting: ['--cors', 'https://a.example'],
    effect: allowedOrigin('https://a.example'),
    expected: 'https://a.example',
  },
  {
    setting: ['--cors', 'https://a.example'],
    effect: allowedOrigin('https://b.example'),
    expected: undefined,
  },
  { setting: ['--metrics', 'false'], effect: statusOf('/metrics'), expected: 404 },
  { setting: ['--metrics', 'true'], effect: statusOf('/metrics'), expected: 200 },
  { setting: ['--target-limit', '20'], effect: statusOf(`${FOUND}${'x'.repeat(4)}`), expected: 200 },
  { setting: ['--target-limit', '20'], effect: statusOf(`${FOUND}${'x'.repeat(5)}`), expected: 414 },
  { setting: ['--header-limit', '3'], effect: statusOf(FOUND, 'A: 1'), expected: 200 },
  { setting: ['--header-limit', '3'], effect: statusOf(FOUND, 'A: 1', 'B: 2'), expected: 431 },
  {
    setting: ['--header-bytes-limit', '100'],
    effect: statusOf(FOUND, `A: ${'x'.repeat(60)}`),
    expected: 200,
  },
  {
    setting: ['--header-bytes-limit', '100'],
    effect: statusOf(FOUND, `A: ${'x'.repeat(70)}`),
    expected: 431,
  },
  {
    setting: ['--headers-timeout', '100'],
    effect: statusBeforeDefault('GET / HTTP/1.1\r\nHost:'),
    expected: 408,
  },
  {
    setting: ['--request-timeout', '100'],
    effect: statusBeforeDefault('POST /users HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{'),
    expected: 408,
  },
  {
    setting: ['--idle-timeout', '1000'],
    effect: async (service) =>
      /^Keep-Alive: (.*)$/m.exec(
        (await sendIncomplete(service, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).head,
      )?.[1],
    expected: 'timeout=1',
  },
  {
    setting: ['--requests-per-connection', '2'],
    effect: async (service) => {
      const { text } = await sendIncomplete(service, `GET ${FOUND} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3));
      return text.match(/HTTP\/1\.1 200|connection: close/gi);
    },
    expected: ['HTTP/1.1 200', 'HTTP/1.1 200', 'Connection: close'],
  },
];

describe('a setting', () => {
  it.each(rows)('takes effect: $setting $expected', async ({ setting, effect, expected }) => {
    const service = await startService({}, setting);
    expect(await effect(service)).toEqual(expected);
    await service.stop();
  });

  it('is taken from the flag before the variable', async () => {
    const service = await startService({ METRICS: 'true', HOST: 'nowhere.invalid' }, [
      '--metrics=false',
      '--host',
      '127.0.0.1',
    ]);
    expect((await ask(service, '/metrics')).status).toBe(404);
    await service.stop();
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ family }) => family === 'IPv6'),
  );

  it.runIf(hasIpv6)('may be an IPv6 host', async () => {
    const service = await startService({}, ['--host', '::1']);
    expect(service.origin).toBe(`http://[::1]:${service.port}`);
    expect((await fetch(service.origin)).status).toBe(200);
    expect(await alsoAnswersAt('127.0.0.1', service)).toBe(false);
  });
});

it('a host of another machine is refused in one line', async () => {
  const { code, stderr } = await runService({ HOST: '', PORT: '' }, ['--host', '192.0.2.1', '--port', '0']);
  expect(stderr).toBe("Assay can't listen on 192.0.2.1, port 0: this machine has no such address\n");
  expect(code).toBe(1);
});
