import type { Reading } from '../../tests/wire/_reading.ts';
import { read } from '../../tests/wire/_reading.ts';
import { type LlhttpReading, readByLlhttp } from './llhttp.ts';
import { requestStream } from './requests.ts';
import { laxer, type Rule, stricterInBodies, stricterInHeads } from './rules.ts';
import type { Outcome, Target } from './target.ts';

/**
 * The reader of requests beside llhttp. What both take for a request has to be the same request: one that two servers read
 * differently can be smuggled past the first of them. Where one of them refuses, a rule says why.
 */
export const http: Target = { name: 'http', goal: 10_000_000, make: requestStream, check, read: readTwice };

function check(input: string): Outcome {
  const stream = Buffer.from(input, 'latin1');
  const ours = read([stream]);
  const theirs = readByLlhttp(stream);
  const count = Math.max(ours.requests.length, theirs.requests.length) + 1;
  const problem = splitComplaint(stream, ours) ?? difference(input, ours, theirs);
  return { count, problem };
}

function readTwice(input: string): void {
  const stream = Buffer.from(input, 'latin1');
  read([stream]);
  read(packets(stream));
}

/** Expects the same requests however the stream is cut into packets. */
function splitComplaint(stream: Buffer, whole: Reading): string | undefined {
  const half = stream.length >> 1;
  if (!isSame(read([stream.subarray(0, half), stream.subarray(half)]), whole))
    return 'is another in two packets';
  return isSame(read(packets(stream)), whole) ? undefined : 'is another a byte at a time';
}

/** One for each byte. */
function packets(stream: Buffer): readonly Buffer[] {
  return Array.from(stream, (_, at) => stream.subarray(at, at + 1));
}

function difference(input: string, ours: Reading, theirs: LlhttpReading): string | undefined {
  const common = Math.min(ours.requests.length, theirs.requests.length);
  if (!isSame(ours.requests.slice(0, common), theirs.requests.slice(0, common)))
    return 'has a request that llhttp reads as another';
  if (theirs.requests.length < ours.requests.length) return laxity(input, theirs);
  if (ours.state === 'refused') return strictness(input, ours, theirs);
  if (ours.state === 'ended') return undefined;
  if (theirs.requests.length > common) return 'has a request that is waited for, and llhttp has read it';
  if (!ours.begun && !theirs.begun) return undefined;
  return isSame(ours.begun, theirs.begun) && theirs.error === undefined ? undefined : laxity(input, theirs);
}

/** Checks a request that llhttp refuses, and we accept. */
function laxity(input: string, { error = 'nothing' }: LlhttpReading): string | undefined {
  return explains(laxer, error, input) ? undefined : `is read, and llhttp refuses it: ${error}`;
}

/** Checks a request that we refuse, and llhttp accepts. */
function strictness(input: string, ours: Reading, theirs: LlhttpReading): string | undefined {
  const { refusal, requests, begun } = ours;
  const taken = theirs.requests[requests.length];
  if (!taken && (!theirs.begun || isSame(theirs.begun, begun))) return undefined;
  const request = input.slice(endOf(input, requests.length)).replace(/^(?:\r\n)+/, '');
  const end = request.indexOf('\r\n\r\n') + 4;
  const isExplained = begun
    ? explains(stricterInBodies, refusal?.detail, request.slice(end))
    : explains(stricterInHeads, refusal?.detail, request.slice(0, end));
  return isExplained ? undefined : `is refused (${refusal?.detail}), and llhttp reads it`;
}

function explains(rules: readonly Rule[], reason: unknown, text: string): boolean {
  return rules.some((rule) => rule.reason === reason && (rule.looks?.test(text) ?? true));
}

/** The end of the last of that many requests. */
function endOf(input: string, count: number): number {
  let end = 0;
  const stream = Buffer.from(input, 'latin1');
  while (read([stream.subarray(0, end)]).requests.length < count) end++;
  return end;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
