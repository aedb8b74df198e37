import { Issue, type Issues, sentence, wrong } from '../issues/issue.ts';
import type { JsonSchema } from './definition.ts';

/** The least and the greatest value that a number may have; both count as inside. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** The number itself where it is within its bounds. `raw` is the number as it arrived. */
export function within(bounds: Bounds, value: number, raw: unknown): number | Issues {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bounds;
  if (value >= min && value <= max) return value;
  return wrong(value < min ? 'greater_than_equal' : 'less_than_equal', raw, { ...bounds });
}

/** The bounds of a JSON number in JSON Schema. */
export function describeBounds({ min, max }: Bounds): { minimum?: number; maximum?: number } {
  return { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
}

/** A number in text: its spelling as a pattern and, since no pattern can compare, its bounds in words. */
export function describeText(spelling: RegExp, bounds: Bounds): JsonSchema {
  const bounded = bounds.min !== undefined || bounds.max !== undefined;
  const issue = new Issue(bounded ? 'greater_than_equal' : 'finite_number', undefined, { ...bounds });
  return { type: 'string', pattern: `^${spelling.source}$`, description: sentence(issue) };
}
