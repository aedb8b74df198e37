import { Refusal } from '../contract/outcome.ts';
import { type HeadSize, type Limits, oversized } from './limits.ts';
import { unknownCoding, unknownExpectation } from './statuses.ts';
import type { RequestHead } from './types.ts';

/** Refuses what another server should have refused already. Not every server does. */
export function refusedHead({ header }: RequestHead, size: HeadSize, limits: Limits): Refusal | undefined {
  const host = header('host');
  if (host !== undefined && !isHost(host)) return wrongHost;
  const coding = header('transfer-encoding');
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return unknownCoding;
  const expectation = header('expect');
  if (expectation !== undefined && expectation.toLowerCase() !== '100-continue') return unknownExpectation;
  return oversized(size, limits);
}

/** The refusal of a request whose Host header is missing, repeated or malformed. */
export const wrongHost = new Refusal(
  400,
  'The request must have one Host header, a host name and a port at most',
);

/** Checks for a host with or without a port, but without user information, a path or a second host. */
export function isHost(host: string): boolean {
  return NAMED.test(host) || (ADDRESSED.test(host) && URL.canParse(`http://${host}/`));
}

/** A name by RFC 3986, 3.2.2, but without the comma, which joins two headers into one. */
const NAMED = /^(?:[\w.~!$&'()*+;=-]|%[\da-fA-F]{2})+(?::\d*)?$/;
const ADDRESSED = /^\[[\da-fA-F:.]+\](?::\d*)?$/;
