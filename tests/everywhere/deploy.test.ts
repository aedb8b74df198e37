import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Documents } from '../../src/http/hosting.ts';
import { app as practice } from '../../src/practice/app.ts';
import { type Installed, installPackage } from '../_package.ts';
import { startService, styleOf } from '../_service.ts';
import { buildWorker, denoLaunch, deployed, workerLaunch } from './_deployed.ts';
import { bun } from './_runtimes.ts';
import { type Started, start } from './_start.ts';

/** The folders of `deploy/`, for the practice service and for another app. */

const MAX_CODE = 145_000;

const apps = [
  {
    name: 'the practice service',
    example: undefined,
    accepted: '/users/?page=1',
    refused: '/users/?page=0',
  },
  {
    name: 'another app',
    example: 'examples/start',
    accepted: '/docs',
    refused: '/lamps/42',
  },
];

const gzipped = (text: string) => gzipSync(text, { level: 9 }).length;

async function expectServed(origin: string, { accepted, refused }: (typeof apps)[number]): Promise<void> {
  expect((await fetch(origin + accepted)).status).toBe(200);
  expect((await fetch(origin + refused)).status).toBe(422);
  for (const path of ['/livez', '/docs', '/docs/errors', '/openapi.json', '/docs/cases.json'])
    expect((await fetch(origin + path)).status, path).toBe(200);
  expect((await fetch(await styleOf(origin))).headers.get('content-type')).toMatch(/^text\/css/);
  const ofNone = await (await fetch(`${origin}/docs/cases.json?operation=`)).text();
  expect(ofNone).toContain('"id":"path/not_found"');
}

function originOf({ runtime }: Started): string {
  return `http://127.0.0.1:${runtime.ports}`;
}

let installed: Installed;
beforeAll(() => {
  installed = installPackage();
});
afterAll(() => installed.remove());

describe.each(apps)('$name', (app) => {
  describe('on Cloudflare', () => {
    let folder: string;
    let out: string;
    beforeAll(() => {
      folder = deployed(installed, 'cloudflare', app.example);
      out = buildWorker(folder);
    });

    it('is served by the runtime of Workers', async () => {
      const started = await start(workerLaunch(out));
      await expectServed(originOf(started), app);
      await started.stop();
    });

    it('is small, and has its documentation ready', () => {
      const worker = readFileSync(join(out, 'worker.js'), 'utf8');
      const documents: Documents = JSON.parse(readFileSync(join(folder, 'documents.json'), 'utf8'));
      const ready = Object.values(documents).map(({ gzip }) => gzip);
      expect(ready).toHaveLength(7);
      expect(ready.filter((each) => !worker.includes(each))).toEqual([]);
      const code = ready.reduce((text, each) => text.replace(each, ''), worker);
      expect(gzipped(code)).toBeLessThanOrEqual(MAX_CODE);
    });
  });

  it('is served by Deno', async () => {
    const started = await start(denoLaunch(deployed(installed, 'deno', app.example)));
    await expectServed(originOf(started), app);
    await started.stop();
  });

  it('is served on Bun by the Node host', async () => {
    const module = join(deployed(installed, 'bun', app.example), 'app.js');
    const entry = join(installed.folder, 'node_modules/assay/dist/entries/node.js');
    const service = await startService({}, [module], entry, [bun, '--bun']);
    await expectServed(service.origin, app);
    expect(await service.stop()).toBe(0);
  });
});

it('deploy/ names this version of the package', () => {
  const { version } = practice.contract;
  for (const folder of ['bun', 'cloudflare']) {
    const { dependencies } = JSON.parse(readFileSync(`deploy/${folder}/package.json`, 'utf8'));
    expect(dependencies).toEqual({ assay: version });
  }
  expect(readFileSync('deploy/deno/deno.json', 'utf8')).toContain(`npm:assay@${version}`);
});
