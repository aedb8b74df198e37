import { Refusal } from '../contract/outcome.ts';
import { headersTooLarge, type Limits, targetTooLong } from './limits.ts';

/** Errors that need no endpoint. Most of them come from hosts. */

export const tooSlow = new Refusal(408, 'The request took too long to arrive');
export const unknownExpectation = new Refusal(417, 'The only expectation that can be met is 100-continue');
export const failed = new Refusal(500, 'Internal Server Error');
export const unknownCoding = new Refusal(501, 'The only transfer coding that is known is chunked');
export const unknownMethod = new Refusal(501, 'The method of the request is not known');
export const handlerTooSlow = new Refusal(503, 'The service took too long to answer');
/** Nobody receives this: the client has disconnected. */
export const stoppedWaiting = new Refusal(400, 'The client stopped waiting');
export const notReady = new Refusal(503, 'The service is not ready');
export const stopping = new Refusal(503, 'The service is stopping');
export const wrongVersion = new Refusal(505, 'The HTTP version of the request must be 1.1 or 1.0');

/** Returns the details of these errors, and of heads beyond the limits, by status. */
export function detailsOf(limits: Limits): Readonly<Record<number, string>> {
  const heads = [targetTooLong(limits), headersTooLarge(limits)];
  const all = [tooSlow, unknownExpectation, failed, unknownMethod, stopping, wrongVersion, ...heads];
  return Object.fromEntries(all.map(({ status, detail }) => [status, detail]));
}
