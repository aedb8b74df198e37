import type { Refusal } from '../contract/outcome.ts';
import { isHost, wrongHost } from './host.ts';
import { type HeadSize, type Limits, oversized } from './limits.ts';
import { unknownCoding, unknownExpectation } from './refusals.ts';
import type { RequestHead } from './request.ts';

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
