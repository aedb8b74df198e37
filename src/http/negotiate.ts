import { trim } from '../text/scan.ts';
import { linesOf } from './reply.ts';
import type { HeaderLookup } from './types.ts';

export const PROBLEM_TYPE = 'application/problem+json';
const JSON_TYPE = 'application/json';

/** Checks if a client prefers problem details to plain JSON, by its `Accept` (RFC 9110, 12.5.1). */
export function prefersProblem(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === JSON_TYPE) return false;
  const weights = weightsOf(accept);
  return weightIn(weights, PROBLEM_TYPE) > weightIn(weights, JSON_TYPE);
}

/** Returns the weight of a type, which is that of the most specific range with it. */
function weightIn(weights: ReadonlyMap<string, number>, type: string): number {
  const [, withParameters] = [...weights].find(([range]) => range.startsWith(`${type};`)) ?? [];
  return weights.get(type) ?? withParameters ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
}

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

/**
 * Returns the weight of each item of a header (RFC 9110, 12.4.2), by its name in lower case with its other parameters. A
 * malformed weight counts as 0.
 */
function weightsOf(list: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of list.toLowerCase().split(',')) {
    const terms = item.split(';').map(trim);
    const weight = terms.findLast((term) => term.startsWith('q='));
    const name = terms.filter((term) => term !== weight).join(';');
    weights.set(name, weight === undefined ? 1 : weightOf(weight));
  }
  return weights;
}

function weightOf(parameter: string): number {
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(parameter) ? Number(parameter.slice('q='.length)) : 0;
}

/** The web pages that may read replies: all (`*`), none (`off`), or those of certain origins. */
export type Cors = '*' | 'off' | readonly string[];

/** Headers that tell browsers which pages may read a reply (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export interface CorsPolicy {
  /** Returns the header lines of the reply to a request with these headers. */
  reply(header: HeaderLookup): string;
  /** Returns the further headers of the reply to a preflight request. */
  preflight(methods: string): readonly string[];
}

const EXPOSE_HEADERS = linesOf('Access-Control-Expose-Headers', '*');
const ALLOW_ALL = linesOf('Access-Control-Allow-Origin', '*') + EXPOSE_HEADERS;
const VARY_ORIGIN = linesOf('Vary', 'Origin');

/** Compiles a policy. Replies name the configured origin, never the one that was sent. */
export function corsPolicy(policy: Cors): CorsPolicy {
  if (policy === '*') return { reply: () => ALLOW_ALL, preflight };
  if (policy === 'off') return { reply: () => '', preflight: () => [] };
  const byOrigin = new Map(
    policy.map((origin) => [
      origin,
      linesOf('Access-Control-Allow-Origin', origin) + EXPOSE_HEADERS + VARY_ORIGIN,
    ]),
  );
  return { reply: (header) => byOrigin.get(header('origin') ?? '') ?? VARY_ORIGIN, preflight };
}

/**
 * Returns the headers of a preflight reply. The wildcard stands for every header except `Authorization`. Credentials that a
 * browser adds automatically, such as cookies, are not allowed.
 */
function preflight(methods: string): readonly string[] {
  return [
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    '*, Authorization',
    'Access-Control-Max-Age',
    '600',
  ];
}
