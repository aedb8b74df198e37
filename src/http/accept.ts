import { weightsOf } from './weights.ts';

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
