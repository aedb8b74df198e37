import type { IncomingMessage } from 'node:http';
import { Refusal } from '../contract/refusal.ts';
import { type Reply, replyTo } from '../http/reply.ts';
import { valuesOf } from './head.ts';

/** The checks of RFC 9112 and the bounds that Node's own parser leaves to the application. */

const maxTarget = 8 * 1024;
const maxHeaders = 100;

/** The refusal of other versions than these, for the parser's complaints as well. */
export const wrongVersion = new Refusal(505, 'The HTTP version of the request must be 1.1 or 1.0');

const longTarget = replyTo(new Refusal(414, `The request target is longer than ${maxTarget} bytes`));
const manyHeaders = replyTo(new Refusal(431, `The request has more than ${maxHeaders} headers`));
const wrongHost = replyTo(
  new Refusal(400, 'The request must have one Host header, a host name and a port at most'),
);
const unknownCoding = replyTo(new Refusal(501, 'The only transfer coding that is known is chunked'));
const codedTooEarly = replyTo(new Refusal(400, 'The transfer coding needs HTTP/1.1'));
const unknownExpectation = replyTo(new Refusal(417, 'The only expectation that can be met is 100-continue'));

/** The reply to a request that must not reach the service. */
export function objection({ url = '', rawHeaders, httpVersion }: IncomingMessage): Reply | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return replyTo(wrongVersion);
  if (url.length > maxTarget) return longTarget;
  if (rawHeaders.length > 2 * maxHeaders) return manyHeaders;
  if (!isOneHost(valuesOf(rawHeaders, 'host'), httpVersion)) return wrongHost;
  const codings = valuesOf(rawHeaders, 'transfer-encoding');
  if (codings.length > 0 && httpVersion === '1.0') return codedTooEarly;
  if (!all(codings, 'chunked')) return unknownCoding;
  return all(valuesOf(rawHeaders, 'expect'), '100-continue') ? undefined : unknownExpectation;
}

/** HTTP/1.0 has no Host header (RFC 9112, 3.2); neither has user information or a path. */
function isOneHost(hosts: readonly string[], httpVersion: string): boolean {
  const [host] = hosts;
  if (host === undefined) return httpVersion === '1.0';
  return hosts.length === 1 && /^(?:\[[\da-fA-F:.]+\]|[^\s/@,?#\\:[\]]+)(?::\d*)?$/.test(host);
}

function all(values: readonly string[], expected: string): boolean {
  return values.every((value) => value.toLowerCase() === expected);
}
