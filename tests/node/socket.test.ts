import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { runService, startService } from '../_service.ts';

/** The real process on a Unix socket. */

const folder = mkdtempSync(join(tmpdir(), 'assay-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'socket');

function ask(target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ socketPath: path, path: target }, (response) => resolve(text(response)))
      .on('error', reject)
      .end();
  });
}

async function healthOf(env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(process.execPath, ['dist/entries/health.js'], { env: { ...process.env, ...env } });
  return new Promise((resolve) => child.once('exit', resolve));
}

describe.each(['1', '2'])('a service on a Unix socket, with %s workers', (workers) => {
  it('answers, reports its health, and removes the socket at the end', async () => {
    const service = await startService({ SOCKET: path, WORKERS: workers });
    expect(service.origin).toBe(`unix:${path}`);
    expect(service.output()).not.toContain('documentation');
    expect(await ask('/items/1')).toBe('{"item_id":"1","quantity":null}');
    expect(await healthOf({ SOCKET: path })).toBe(0);
    expect(await service.stop()).toBe(0);
    expect(existsSync(path)).toBe(false);
    expect(await healthOf({ SOCKET: path })).toBe(1);
  });

  it('replaces the socket of a killed service', async () => {
    const killed = await startService({ SOCKET: path, WORKERS: workers });
    expect(await killed.stop('SIGKILL')).toBe(null);
    const service = await startService({ SOCKET: path, WORKERS: workers });
    expect(await ask('/items/1')).toBe('{"item_id":"1","quantity":null}');
    expect(await service.stop()).toBe(0);
  });

  it('does not replace the socket of a running service, or a file', async () => {
    const service = await startService({ SOCKET: path, WORKERS: workers });
    const inUse = `Assay can't listen on ${path}: another process is already listening there, or there is a file of that name\n`;
    expect(await runService({ SOCKET: path, WORKERS: workers })).toMatchObject({ code: 1, stderr: inUse });
    expect(await ask('/items/1')).toBe('{"item_id":"1","quantity":null}');
    await service.stop();
    writeFileSync(path, 'dear');
    expect(await runService({ SOCKET: path, WORKERS: workers })).toMatchObject({ code: 1, stderr: inUse });
    expect(readFileSync(path, 'utf8')).toBe('dear');
    rmSync(path);
  });
});

it('a missing folder for the socket is reported in one line', async () => {
  const missing = join(folder, 'missing', 'socket');
  const { code, stderr } = await runService({ SOCKET: missing });
  expect(stderr).toBe(
    `Assay can't listen on ${missing}: there is no such folder, or that takes more rights than this user has\n`,
  );
  expect(code).toBe(1);
});
