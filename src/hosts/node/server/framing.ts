import { Refusal } from '../../../contract/outcome.ts';
import { isHost, wrongHost } from '../../../http/host.ts';
import { unknownCoding, unknownExpectation } from '../../../http/statuses.ts';
import { defined } from '../../../text/guards.ts';
import { trim } from '../../../text/scan.ts';
import { isSpelling, valuesOf } from './fields.ts';
import { malformed } from './grammar.ts';

/** The parts of a request's headers that are meant for the server itself (RFC 9112, 3.2, 6 and 9.3). */
export interface Framing {
  /** The length of the body in bytes; infinite if only its last chunk tells. */
  readonly length: number;
  /** True if the connection should end after this request. */
  readonly isLast: boolean;
}

const codedTooEarly = new Refusal(400, 'The transfer coding needs HTTP/1.1');

/** Reads these headers, or returns the refusal of a request that must not reach the service. */
export function framingOf(version: string, fields: readonly string[]): Framing | Refusal {
  const words = wordsIn(fields);
  if (!isOneHost(words.host, version)) return wrongHost;
  const length = lengthOf(version, words.contentLength, words.transferEncoding);
  if (length instanceof Refusal) return length;
  if (!words.expect.every(isContinue)) return unknownExpectation;
  return { length, isLast: isLast(version, words.connection) };
}

/** The values of these headers. */
interface Words {
  host: readonly string[];
  expect: readonly string[];
  connection: readonly string[];
  contentLength: readonly string[];
  transferEncoding: readonly string[];
}

const nothing: readonly string[] = [];

/** Collects these values in a single pass, because every request needs it. */
function wordsIn(fields: readonly string[]): Words {
  const words: Words = {
    host: nothing,
    expect: nothing,
    connection: nothing,
    contentLength: nothing,
    transferEncoding: nothing,
  };
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at];
    const value = defined(fields[at + 1]);
    if (isSpelling(name, 'host')) words.host = added(words.host, value);
    else if (isSpelling(name, 'expect')) words.expect = added(words.expect, value);
    else if (isSpelling(name, 'connection')) words.connection = added(words.connection, value);
    else if (isSpelling(name, 'content-length')) words.contentLength = added(words.contentLength, value);
    else if (isSpelling(name, 'transfer-encoding'))
      words.transferEncoding = added(words.transferEncoding, value);
  }
  return words;
}

/** Adds a value. Nearly always it is the first, and an array of one value takes less time than a spread. */
function added(values: readonly string[], value: string): readonly string[] {
  return values === nothing ? [value] : [...values, value];
}

/** Checks the Host header, which HTTP/1.0 may omit. */
function isOneHost(hosts: readonly string[], version: string): boolean {
  const [host] = hosts;
  if (host === undefined) return version === '1.0';
  return hosts.length === 1 && isHost(host);
}

function lengthOf(version: string, lengths: readonly string[], codings: readonly string[]): number | Refusal {
  if (codings.length === 0) return lengths.length === 0 ? 0 : declared(lengths);
  if (lengths.length > 0) return malformed;
  return version === '1.0' ? codedTooEarly : coded(codings.join().toLowerCase());
}

/** Reads a Content-Length. Refuses what could be read in two ways. */
function declared(lengths: readonly string[]): number | Refusal {
  const [length = ''] = lengths;
  if (lengths.length > 1 || !/^\d+$/.test(length)) return malformed;
  return Number(length) < Number.MAX_SAFE_INTEGER || BigInt(length) < 2n ** 64n ? Number(length) : malformed;
}

/** Reads transfer codings. No coding may follow chunked; another one before it is valid, but cannot be decoded. */
function coded(codings: string): number | Refusal {
  if (codings === 'chunked') return Number.POSITIVE_INFINITY;
  const allButLast = codings.split(',').slice(0, -1);
  return allButLast.some((coding) => trim(coding) === 'chunked') ? malformed : unknownCoding;
}

/** Checks for a client that waits for a 100 before it sends the body. HTTP/1.0 does not have that (RFC 9110, 10.1.1). */
export function expectsContinue(version: string, fields: readonly string[]): boolean {
  const expectations = valuesOf(fields, 'expect');
  return version === '1.1' && expectations.length > 0 && expectations.every(isContinue);
}

function isContinue(expectation: string): boolean {
  return expectation.toLowerCase() === '100-continue';
}

/**
 * Checks for the last request on a connection. Among several options `close` wins, as does anything that looks like it: ending a
 * connection is always safe.
 */
function isLast(version: string, options: readonly string[]): boolean {
  if (options.some((option) => CLOSE.test(option))) return true;
  return version === '1.0' && !options.some((option) => KEEP.test(option));
}

const CLOSE = /(?:^|[\s,])close(?:$|[\s,])/i;
const KEEP = /(?:^|,)[\t ]*keep-alive[\t ]*(?:$|,)/i;
