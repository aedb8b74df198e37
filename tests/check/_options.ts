import type { CheckOptions } from '../../src/check/check.ts';
import { Pace } from '../../src/check/patience.ts';

/** The options of a check by a document, as by default. */
export const options: CheckOptions = {
  match: 'declared',
  workers: 8,
  timeout: 5000,
  signal: new AbortController().signal,
  pace: new Pace(undefined),
  headers: [],
  query: [],
  sameAs: undefined,
  sameAsHeaders: [],
  sameAsQuery: [],
  refusedStatus: [],
  params: {},
  data: undefined,
  selection: { pedantic: false },
  onLeftOut: () => {},
  onCutOff: () => {},
  includes: () => true,
};
