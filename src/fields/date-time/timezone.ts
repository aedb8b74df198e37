import { type Issues, wrong } from '../../issues/issue.ts';
import type { ValuesOption } from '../values.ts';

/** The times that a field takes. */
export interface TimeOptions extends ValuesOption {
  /** `aware` for what has to have an offset from UTC, or a `Z`; `naive` for what must not have one. */
  readonly timezone?: 'aware' | 'naive';
}

/** The issue of an offset, or of its absence; undefined where there is none. */
export function timezoneIssues({ timezone }: TimeOptions, offset: string, raw: unknown): Issues | undefined {
  if (timezone === 'aware' && offset === '') return wrong('timezone_aware', raw);
  return timezone === 'naive' && offset !== '' ? wrong('timezone_naive', raw) : undefined;
}
