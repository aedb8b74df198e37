import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type Service, startService } from '../_service.ts';

/** What is lost when something fails under load: at most what is being answered, and never a part of a reply. */

const CLIENTS = 8;
const REQUESTS = 40;
/** A body of 65 KB that is wrong, and that the reply repeats. */
const HOSTILE = JSON.stringify(new Array(13_000).fill(null));

interface Load {
  /** The number of whole replies. */
  readonly answered: number;
  /** The number of requests that ended without a reply. */
  readonly lost: number;
  /** The replies that are not what an undisturbed service answers. */
  readonly wrong: readonly string[];
}

/** Sends requests from several clients, each of which waits for its reply, and tries again what was lost. */
async function load(service: Service, disturb: (answered: number) => void = () => {}): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const expected = await post(service, agent);
  let answered = 0;
  let lost = 0;
  const wrong: string[] = [];
  async function client(): Promise<void> {
    for (let left = REQUESTS; left > 0; ) {
      const reply = await post(service, agent).catch(() => undefined);
      if (reply === undefined) {
        if (++lost > 2 * CLIENTS) throw new Error('The service does not answer any more');
      } else {
        left--;
        answered++;
        if (reply !== expected) wrong.push(reply);
        disturb(answered);
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return { answered, lost, wrong };
}

/** The time after which a client gives up. Node's cluster keeps a connection open that was on its way to a worker that is killed. */
const PATIENCE_MS = 30_000;

function post({ port }: Service, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json' };
    const place = { agent, port, host: '127.0.0.1', path: '/products/', timeout: PATIENCE_MS };
    const sent = request({ ...place, method: 'POST', headers }, (reply) => {
      text(reply).then((body) => resolve(`${reply.statusCode} ${body}`), reject);
    });
    sent.once('timeout', () => sent.destroy(new Error('No reply'))).once('error', reject);
    sent.end(HOSTILE);
  });
}

describe('under load', () => {
  it('a worker that is killed loses at most what it is answering', async () => {
    const service = await startService({}, ['--workers', '2']);
    let victim = 0;
    const { answered, lost, wrong } = await load(service, (count) => {
      if (count !== 50) return;
      victim = Number(/"pid":(\d+),[^\n]*"id":/.exec(service.output())?.[1] ?? 0);
      if (victim > 0) process.kill(victim, 'SIGKILL');
    });
    expect(victim).toBeGreaterThan(0);
    expect([answered, wrong]).toEqual([CLIENTS * REQUESTS, []]);
    expect(lost).toBeLessThanOrEqual(CLIENTS);
    expect(await service.stop()).toBe(0);
  });

  it.skipIf(process.platform !== 'linux')('a limit of 128 MiB of memory loses nothing', async () => {
    const service = await startService({ NODE_OPTIONS: '--max-old-space-size=64' }, ['--workers', '1']);
    const { answered, lost, wrong } = await load(service);
    expect([answered, lost, wrong]).toEqual([CLIENTS * REQUESTS, 0, []]);
    const [, most = ''] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8')) ?? [];
    expect(Number(most) / 1024).toBeLessThan(128);
    expect(await service.stop()).toBe(0);
  });

  it.skipIf(process.platform !== 'linux')(
    'a thousand new clients at once get their connections',
    async () => {
      const service = await startService();
      process.kill(service.pid, 'SIGSTOP');
      const sockets = Array.from({ length: 1000 }, () => connect(service.port, '127.0.0.1'));
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      process.kill(service.pid, 'SIGCONT');
      for (const socket of sockets) socket.destroy();
      expect(await service.stop()).toBe(0);
    },
  );
});
