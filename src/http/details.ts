import { headersTooLarge, type Limits, targetTooLong } from './limits.ts';

/** What is said, by status, where there is no endpoint to say it: most of it by hosts, and with these limits. */
export function detailsOf(limits: Limits): Readonly<Record<number, string>> {
  return {
    408: 'The request took too long to arrive',
    414: String(targetTooLong(limits).detail),
    417: 'The only expectation that can be met is 100-continue',
    431: String(headersTooLarge(limits).detail),
    500: 'Internal Server Error',
    501: 'The method of the request is not known',
    503: 'The service is stopping',
    505: 'The HTTP version of the request must be 1.1 or 1.0',
  };
}
