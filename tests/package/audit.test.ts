import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

/** The script that looks for advisories, with a registry on this machine. */

const advisory = {
  id: 1,
  url: 'https://example.com/1',
  title: 'Reads too much',
  severity: 'high',
  vulnerable_versions: '<99',
};

const cache = mkdtempSync(join(tmpdir(), 'assay-audit-'));
afterAll(() => rmSync(cache, { recursive: true }));

async function audit(status: number, advisories: object) {
  const registry = createServer((request, response) => {
    const isPackage = request.method === 'GET';
    const name = decodeURIComponent(request.url ?? '').slice(1);
    const versions = { '2.9.1': { name, version: '2.9.1', dist: {} } };
    response.writeHead(isPackage ? 200 : status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isPackage ? { name, versions } : advisories));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_fetch_retries: '0',
    npm_config_cache: cache,
  };
  const child = spawn(process.execPath, ['scripts/audit.js'], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
  const [code] = await once(child, 'close');
  registry.close();
  return { code, text };
}

it.each<[string, number, object, number, RegExp]>([
  ['no advisories', 200, {}, 0, /^\d+ packages run with Assay; 0 of them have advisories\n$/],
  ['one of what only builds it', 200, { rolldown: [advisory] }, 0, /; 0 of them have advisories\n$/],
  [
    'an advisory',
    200,
    { yaml: [advisory] },
    1,
    /^yaml .*: high: Reads too much \(https:\/\/example.com\/1\)$/m,
  ],
  ['a registry that has none to tell', 405, {}, 2, /^The registry did not answer, .*: .*405/],
])('reports %s', async (_, status, advisories, code, output) => {
  const report = await audit(status, advisories);
  expect(report.text).toMatch(output);
  expect(report.code).toBe(code);
});
