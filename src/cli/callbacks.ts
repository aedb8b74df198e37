import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { CallbackRequest, OnCallback } from '../documents/callbacks.ts';
import { messageOf } from '../hosts/node/service.ts';

/** Sends the callbacks of a document, to this machine and to the hosts that were allowed. */

/** The time limit for a callback, in milliseconds, and for its body and its reply, in bytes. */
const TIMEOUT = 10_000;
const MAX_BODY = 1024 * 1024;
const MAX_REPLY = 64 * 1024;
/** The most callbacks that are being sent at once. */
const MAX_AT_ONCE = 100;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Makes the function that sends callbacks. What becomes of each is a line of the log. */
export function callbackSender(allowed: readonly string[]): OnCallback {
  const hosts = new Set(allowed.map((host) => host.toLowerCase()));
  let count = 0;
  return async (callback, log) => {
    const [address = ''] = callback.url.split(/[?#]/, 1);
    const what = shown(`Callback ${callback.name}: ${callback.method} ${address}`);
    if (count >= MAX_AT_ONCE) {
      log.warn(`${what} is not sent: ${MAX_AT_ONCE} others are on their way`);
      return;
    }
    count++;
    try {
      log.info(`${what} was answered with ${await send(callback, hosts)}`);
    } catch (error) {
      log.warn(`${what} is not sent: ${messageOf(error)}`);
    } finally {
      count--;
    }
  };
}

/** Cuts a text to what a line has room for, without anything that a terminal would obey. */
function shown(text: string): string {
  return text.replace(/\p{Cc}/gu, '?').slice(0, MAX_SHOWN);
}

const MAX_SHOWN = 300;

/** Sends a callback, and returns the status of the reply. Redirects are not followed. */
async function send(
  { method, url, headers, body }: CallbackRequest,
  hosts: ReadonlySet<string>,
): Promise<number> {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:')
    throw new Error('it has no http address');
  if (body !== undefined && Buffer.byteLength(body) > MAX_BODY) throw new Error('its body is too large');
  const name = target.hostname.replace(/^\[|\]$/g, '');
  const address = await addressOf(name, hosts.has(target.hostname) || hosts.has(target.host));
  const { request } = target.protocol === 'http:' ? await import('node:http') : await import('node:https');
  return new Promise((resolve, reject) => {
    // The connection goes to the address that was checked: the name is not looked up again.
    const sent = request({
      host: address,
      port: target.port,
      path: target.pathname + target.search,
      method,
      headers: { ...headers, Host: target.host, 'Content-Length': Buffer.byteLength(body ?? '') },
      ...(isIP(name) === 0 && { servername: name }),
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let size = 0;
      response.on('data', (chunk: Uint8Array) => {
        size += chunk.length;
        if (size > MAX_REPLY) response.destroy();
      });
      response.on('error', reject);
      response.on('close', () => resolve(Number(response.statusCode)));
    });
    sent.end(body);
  });
}

/** Returns an address of a host. Unless the host is allowed, each of its addresses must be this machine. */
async function addressOf(name: string, isAllowed: boolean): Promise<string> {
  const all = await lookup(name, { all: true });
  const isLocal = all.every(({ address, family }) => loopback.check(address, family === 6 ? 'ipv6' : 'ipv4'));
  const [first] = all;
  if (!first || !(isAllowed || isLocal))
    throw new Error(`${name} is not this machine; --callbacks ${name} allows it`);
  return first.address;
}
