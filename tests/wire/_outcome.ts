import { expect } from 'vitest';
import { get } from './_bytes.ts';
import { openWire, type WireReply } from './_wire.ts';

/** Expectations for a reply and its connection. */

/** Properties of every reply. */
export function expectReply({ status, headers, body }: WireReply): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/^[\w.-]{1,128}$/);
  expect(headers.get('date')).toMatch(/ GMT$/);
  expect(headers.has('server') || headers.has('x-powered-by')).toBe(false);
  expect(headers.has('transfer-encoding')).toBe(false);
  if (status === 204) expect(headers.has('content-length')).toBe(false);
  if (status < 400) return;
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/json');
  if (body !== '') expect(Object.keys(JSON.parse(body))).toEqual(['detail']);
}

/** Properties of a refusal of the HTTP server itself. */
export function expectLast(reply: WireReply): void {
  expectReply(reply);
  expect(reply.headers.get('connection')).toBe('close');
  expect(JSON.parse(reply.body).detail).toMatch(/^The \w+/);
}

/** Expects the request to be refused, and the connection to end without another reply. */
export async function expectRefused(
  port: number,
  request: string,
  ...statuses: readonly number[]
): Promise<void> {
  const wire = await openWire(port);
  wire.write(request + get());
  const reply = await wire.reply();
  expectLast(reply);
  expect(statuses).toContain(reply.status);
  expect(await wire.rest()).toBe('');
}

/** Expects this reply, and replies to later requests in the same packet and after it. */
export async function expectServed(
  port: number,
  request: string,
  expected: Partial<WireReply> = { status: 200 },
): Promise<WireReply> {
  const wire = await openWire(port);
  wire.write(request + get());
  const reply = await wire.reply(request.split(' ', 1)[0]);
  expectReply(reply);
  expect(reply).toMatchObject(expected);
  expect(reply.headers.get('connection')).toBe('keep-alive');
  expect((await wire.reply()).body).toBe('{"item_id":"1","quantity":null}');
  wire.write(get());
  expect((await wire.reply()).status).toBe(200);
  wire.socket.destroy();
  return reply;
}

/** Expects this reply, and the connection to end after it. */
export async function expectServedLast(
  port: number,
  request: string,
  expected: Partial<WireReply> = { status: 200 },
): Promise<void> {
  const wire = await openWire(port);
  wire.write(request + get());
  const reply = await wire.reply(request.split(' ', 1)[0]);
  expectReply(reply);
  expect(reply).toMatchObject(expected);
  expect(reply.headers.get('connection')).toBe('close');
  expect(await wire.rest()).toBe('');
}
