import type { JsonSchema } from './faces.ts';
import { Issue, type Issues, refusal, sentence } from './issue.ts';

/** The least and the greatest value that a number may have; both count as inside. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

const rules = [
  {
    type: 'greater_than_equal',
    breaks: (value: number, { min }: Bounds) => min !== undefined && value < min,
  },
  { type: 'less_than_equal', breaks: (value: number, { max }: Bounds) => max !== undefined && value > max },
] as const;

/** The number itself where it is within its bounds. `raw` is the number as it arrived. */
export function within(bounds: Bounds, value: number, raw: unknown): number | Issues {
  const broken = rules.find((rule) => rule.breaks(value, bounds));
  return broken ? refusal(broken.type, raw, { ...bounds }) : value;
}

/** The bounds of a JSON number in JSON Schema. */
export function describeBounds({ min, max }: Bounds): { minimum?: number; maximum?: number } {
  return { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
}

/** A number in text: its spelling as a pattern and, since no pattern can compare, its bounds in words. */
export function describeText(spelling: RegExp, bounds: Bounds): JsonSchema {
  const bounded = bounds.min !== undefined || bounds.max !== undefined;
  const issue = new Issue(bounded ? 'greater_than_equal' : 'finite_number', undefined, { ...bounds });
  return { type: 'string', pattern: spelling.source, description: sentence(issue) };
}
