import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { Refusal } from '../../contract/refusal.ts';
import { fieldSize, type Limits, oversized } from '../../http/limits.ts';
import { unknownExpectation, wrongVersion } from '../../http/refusals.ts';
import { valuesOf } from './head.ts';

/** The checks of RFC 9112 and the bounds that Node's own parser leaves to the application. */

const wrongHost = new Refusal(400, 'The request must have one Host header, a host name and a port at most');
const unknownCoding = new Refusal(501, 'The only transfer coding that is known is chunked');
const codedTooEarly = new Refusal(400, 'The transfer coding needs HTTP/1.1');

/** The refusal of a request that must not reach the service. */
export function objection(request: IncomingMessage, limits: Limits): Refusal | undefined {
  const { url = '', rawHeaders, httpVersion } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return wrongVersion;
  const size = { target: url.length, headers: rawHeaders.length / 2, headerBytes: bytesOf(rawHeaders) };
  const refused = oversized(size, limits);
  if (refused) return refused;
  if (!isOneHost(valuesOf(rawHeaders, 'host'), httpVersion)) return wrongHost;
  const codings = valuesOf(rawHeaders, 'transfer-encoding');
  if (codings.length > 0 && httpVersion === '1.0') return codedTooEarly;
  if (!all(codings, 'chunked')) return unknownCoding;
  return all(valuesOf(rawHeaders, 'expect'), '100-continue') ? undefined : unknownExpectation;
}

function bytesOf(rawHeaders: readonly string[]): number {
  let bytes = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    bytes += fieldSize(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return bytes;
}

/** HTTP/1.0 has no Host header (RFC 9112, 3.2); neither has user information or a path. */
function isOneHost(hosts: readonly string[], httpVersion: string): boolean {
  const [host] = hosts;
  if (host === undefined) return httpVersion === '1.0';
  return hosts.length === 1 && (NAMED.test(host) || isAddressed(host));
}

/** A name as RFC 3986, 3.2.2, has it, but for the comma, which joins two headers into one. */
const NAMED = /^(?:[\w.~!$&'()*+;=-]|%[\da-fA-F]{2})+(?::\d*)?$/;

function isAddressed(host: string): boolean {
  const [, address = ''] = /^\[(.*)\](?::\d*)?$/.exec(host) ?? [];
  return isIPv6(address);
}

function all(values: readonly string[], expected: string): boolean {
  return values.every((value) => value.toLowerCase() === expected);
}
