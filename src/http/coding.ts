import { weightsOf } from './weights.ts';

/** The codings in which content may be sent, the shortest first. */
export const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** Less than any weight that can be written: content as it is will do, but only where nothing else is wanted. */
const IDENTITY_WEIGHT = 0.0001;

/** The coding that suits a client best, by its `Accept-Encoding` (RFC 9110, 12.5.3); of equals the first. */
export function chooseCoding(accepted = '', offered: readonly Coding[] = codings): Coding {
  const weights = weightsOf(accepted);
  const weigh = (coding: Coding) =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? IDENTITY_WEIGHT : 0);
  const [first = 'identity', ...others] = offered.filter((coding) => weigh(coding) > 0);
  return others.reduce((best, coding) => (weigh(coding) > weigh(best) ? coding : best), first);
}
