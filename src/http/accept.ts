import { weightsOf } from './weights.ts';

export const PROBLEM_TYPE = 'application/problem+json';
const JSON_TYPE = 'application/json';

/** Tells, by its `Accept`, whether a client prefers problem details to plain JSON (RFC 9110, 12.5.1). */
export function prefersProblem(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === JSON_TYPE) return false;
  const weights = weightsOf(accept);
  return weightIn(weights, PROBLEM_TYPE) > weightIn(weights, JSON_TYPE);
}

/** The weight of a type: of the ranges that it is in, the narrowest tells. */
function weightIn(weights: ReadonlyMap<string, number>, type: string): number {
  const [, withParameters] = [...weights].find(([range]) => range.startsWith(`${type};`)) ?? [];
  return weights.get(type) ?? withParameters ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
}
