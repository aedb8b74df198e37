import { trim } from '../text/trim.ts';
import { type Coding, codings } from './file.ts';

/** Less than any weight that can be written: content as it is will do, but only where nothing else is wanted. */
const IDENTITY_WEIGHT = 0.0001;

/** The coding that suits a client best, by its `Accept-Encoding` (RFC 9110, 12.5.3); of equals the shortest. */
export function chooseCoding(accepted = ''): Coding {
  const weights = weightsOf(accepted);
  const weigh = (coding: Coding) =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? IDENTITY_WEIGHT : 0);
  const [first = 'identity', ...others] = codings.filter((coding) => weigh(coding) > 0);
  return others.reduce((best, coding) => (weigh(coding) > weigh(best) ? coding : best), first);
}

/** What each coding is worth to the client. A weight that is malformed is none. */
function weightsOf(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of accepted.toLowerCase().split(',')) {
    const [coding = '', parameter] = item.split(';', 2).map(trim);
    weights.set(coding, parameter === undefined ? 1 : weightOf(parameter));
  }
  return weights;
}

function weightOf(parameter: string): number {
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(parameter) ? Number(parameter.slice('q='.length)) : 0;
}
