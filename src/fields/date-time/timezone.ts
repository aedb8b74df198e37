import { type Issues, wrong } from '../../issues/issue.ts';
import type { ValuesOption } from '../values.ts';

/** Which times a field takes. */
export interface TimeOptions extends ValuesOption {
  /** `aware` for what has to have an offset from UTC, or a `Z`; `naive` for what must not have one. */
  readonly timezone?: 'aware' | 'naive';
}

/** What is wrong with an offset, or with there being none; undefined where nothing is. */
export function timezoneIssues({ timezone }: TimeOptions, offset: string, raw: unknown): Issues | undefined {
  if (timezone === 'aware' && offset === '') return wrong('timezone_aware', raw);
  return timezone === 'naive' && offset !== '' ? wrong('timezone_naive', raw) : undefined;
}
