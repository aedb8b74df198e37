import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../_service.ts';
import { type Answer, type Ask, type Asked, answerTo } from './_requests.ts';

/** A client of the service, or a proxy before it. */
export interface Peer {
  readonly name: string;
  /** A shell command that succeeds where it is installed. */
  readonly check: string;
  /** Starts it for the service on this port. */
  open(port: number): Promise<Opened>;
}

export interface Opened {
  /** The address of the service: behind a proxy, or directly. */
  readonly port: number;
  readonly ask: Ask;
  /** Lets many clients disconnect during their requests. */
  breakOff(service: Service): Promise<void>;
  close(): Promise<void>;
}

/** A service, and a peer that sends requests to it. */
export interface Site extends Opened {
  readonly service: Service;
  /** Expects each request to get the same reply as from the service directly. */
  expectAnswers(...lists: readonly (readonly Asked[])[]): Promise<void>;
}

/** PATH with the folder of Debian's proxies. */
export const path = [process.env.PATH, '/usr/sbin'].join(delimiter);

/** Runs a suite for each peer, with a service of its own. Those that are not installed are skipped. */
export function onEach(
  peers: readonly Peer[],
  suite: (site: () => Site, peer: Peer) => void,
  env: NodeJS.ProcessEnv = {},
): void {
  describe.each(peers)('$name', (peer) => {
    if (!isInstalled(peer)) {
      it.skipIf(process.env.CLIENTS !== 'all')(`${peer.name} is not installed`, () => expect.fail());
      return;
    }
    let service: Service | undefined;
    let site: Site | undefined;
    beforeAll(async () => {
      service = await startService({ METRICS: 'true', ...env });
      site = siteOf(service, await peer.open(service.port));
    });
    afterAll(async () => {
      await site?.close();
      await service?.stop();
    });
    suite(() => site ?? expect.fail(), peer);
  });
}

function isInstalled({ check }: Peer): boolean {
  return spawnSync('sh', ['-c', check], { env: { ...process.env, PATH: path } }).status === 0;
}

function siteOf(service: Service, opened: Opened): Site {
  return {
    ...opened,
    service,
    async expectAnswers(...lists) {
      const answers = await opened.ask(lists);
      const answer = (asked: Asked) => answerTo(service.port, asked);
      const expected = await Promise.all(lists.map((list) => Promise.all(list.map(answer))));
      expect(answers.map((list) => list.map(legible))).toEqual(expected.map((list) => list.map(legible)));
    },
  };
}

/** Decodes the body of an answer, so that differences are readable. */
function legible(answer: Answer): Answer {
  return { ...answer, body: Buffer.from(answer.body ?? '', 'base64').toString('latin1') };
}
