import { weightsOf } from './weights.ts';

/** A coding of content. */
export type Coding = 'br' | 'gzip' | 'identity';

/**
 * Chooses the coding that a client prefers, by its `Accept-Encoding` (RFC 9110, 12.5.3); the first of several equals. Without an
 * acceptable one, content is not coded.
 */
export function chooseCoding(accepted: string | undefined, offered: readonly Coding[]): Coding {
  const weights = weightsOf(accepted ?? '');
  const weigh = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [first = 'identity', ...others] = offered.filter((coding) => weigh(coding) > 0);
  return others.reduce((best, coding) => (weigh(coding) > weigh(best) ? coding : best), first);
}
