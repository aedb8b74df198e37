import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases, requestOf } from '../../src/entries/testing.ts';
import { app } from '../../src/practice/app.ts';
import { freePort } from '../_free-port.ts';
import { type Service, startService } from '../_service.ts';
import { folder, node, toolPath } from './_tools.ts';

/** Prism in front of the service: it validates every reply against the document, and lists violations in a header. */

const place = mkdtempSync(join(tmpdir(), 'assay-proxy-'));
const proxies: ChildProcess[] = [];
let service: Service;
let document: string;
beforeAll(async () => {
  service = await startService();
  document = await (await fetch(`${service.origin}/openapi.json`)).text();
});
afterAll(async () => {
  for (const proxy of proxies) proxy.kill();
  await service.stop();
  rmSync(place, { recursive: true });
});

/** Starts the proxy with a document, and returns its address. */
async function startProxy(name: string, text: string): Promise<string> {
  const file = join(place, name);
  writeFileSync(file, text);
  const port = await freePort();
  const args = ['proxy', file, service.origin, '--port', String(port), '--validate-request', 'false'];
  const proxy = spawn(node, [toolPath('prism'), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  proxies.push(proxy);
  await new Promise<void>((resolve) => {
    let printed = '';
    proxy.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Prism is listening')) resolve();
    });
  });
  return `http://127.0.0.1:${port}`;
}

interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

/** The violations in a reply, from the header of the proxy. */
function violationsOf({ headers }: Response): Violation[] {
  const found: Violation[] = JSON.parse(headers.get('sl-violations') ?? '[]');
  return found.filter(({ location }) => location[0] === 'response');
}

/** The requests that reach the service: the proxy itself answers for unknown operations, and fails on malformed JSON. */
const requests = [...cases(app, { accepted: true })].filter(
  ({ id, operation, expected }) =>
    operation !== undefined && expected.status !== 405 && !id.endsWith('/json_invalid'),
);

describe('Prism', () => {
  it('finds no reply that violates the document', async () => {
    const origin = await startProxy('openapi.json', document);
    const found: unknown[] = [];
    const statuses = new Set<number>();
    for (const each of requests) {
      const response = await fetch(requestOf(each, origin));
      statuses.add(response.status);
      await response.arrayBuffer();
      found.push(...violationsOf(response).map((violation) => ({ id: each.id, ...violation })));
    }
    expect(found).toEqual([]);
    expect(requests.length).toBeGreaterThan(150);
    expect([...statuses].sort()).toEqual([200, 201, 400, 401, 415, 422]);
  });

  it('finds a violation of a changed document', async () => {
    const origin = await startProxy(
      'wrong.json',
      document.replace('"msg":{"type":"string"}', '"msg":{"type":"integer"}'),
    );
    const response = await fetch(`${origin}/search/`);
    expect(violationsOf(response)).toMatchObject([{ location: ['response', 'body', 'detail', '0', 'msg'] }]);
  });
});
