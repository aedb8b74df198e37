import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { AppCore } from '../src/http/types.ts';
import { apps } from './_apps.ts';
import { createConformanceCheck } from './_conformance.ts';
import { type Connection, type Host, hostsOf, plainestOf, type Received, type Sent } from './_hosts.ts';

/** A reply that has passed the checks for all replies. */
export interface Checked extends Received {
  /** The body as JSON; undefined where there is none, or a page. */
  readonly json: Json;
}

/** Untyped: tests read what they expect, and fail if it is missing. */
type Json = ReturnType<typeof JSON.parse>;

export type Send = (sent: Sent) => Promise<Checked>;

type Suite = (send: Send, host: Host) => void;

/** Runs a suite on every host that carries an app: for what a host does itself. */
export function onEveryHost(suite: Suite, app: AppCore = apps.practice, basePath = ''): void {
  runOn(hostsOf(app), suite, app, basePath);
}

/** Runs a suite once, by `fetch`, or on each of the other runtimes that were started: for rules that no host knows of. */
export function byFetch(suite: Suite, app: AppCore = apps.practice, basePath = ''): void {
  runOn(plainestOf(hostsOf(app)), suite, app, basePath);
}

function runOn(hosts: readonly Host[], suite: Suite, app: AppCore, basePath: string): void {
  const check = checker(app, basePath);
  describe.each(hosts)('$name', (host) => {
    let connection: Connection;
    beforeAll(async () => {
      connection = await host.open(app);
    });
    afterAll(() => connection.close());
    suite(async (sent) => check(sent, await connection.send(sent)), host);
  });
}

/** Posts a value as JSON; text is sent as it is. */
export function post(target: string, body: unknown): Sent {
  const headers = { 'Content-Type': 'application/json' };
  return { method: 'POST', target, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

function isBodiless({ method }: Sent, status: number): boolean {
  return method === 'HEAD' || [204, 304, 307].includes(status);
}

/** Checks that hold for every reply to every request. */
function checker(app: AppCore, basePath: string): (sent: Sent, received: Received) => Promise<Checked> {
  const described = createConformanceCheck(app, basePath);
  return async (sent, received) => {
    const { status, headers, body } = received;
    expect(status).toBeLessThan(500);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[\w.-]{1,128}$/);
    expect(headers.has('server') || headers.has('x-powered-by')).toBe(false);
    if (status >= 400) expect(headers.get('cache-control')).toBe('no-store');
    if (status === 401) expect(headers.get('www-authenticate')).toMatch(/^\w+/);
    if (status === 405 || status === 204) expect(headers.get('allow')).toContain('OPTIONS');
    if (headers.has('content-encoding')) return { ...received, json: undefined };
    if (isBodiless(sent, status)) {
      expect(body).toBe('');
      return { ...received, json: undefined };
    }
    const isJson = headers.get('content-type') === 'application/json';
    const json: Json = isJson ? JSON.parse(body) : undefined;
    if (status >= 400) expect(Object.keys(json)).toEqual(['detail']);
    await described.expectDeclared(sent, status, isJson ? json : body);
    return { ...received, json };
  };
}
