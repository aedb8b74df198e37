import { type Issues, wrong } from '../../errors/issue.ts';
import type { ValuesOption } from '../values.ts';

/** Options of fields with a time of day. */
export interface TimeOptions extends ValuesOption {
  /** `aware` requires an offset from UTC or a `Z`; `naive` forbids both. */
  readonly timezone?: 'aware' | 'naive';
}

/** Returns the issue of an offset, or of its absence, if there is one. */
export function timezoneIssues({ timezone }: TimeOptions, offset: string, raw: unknown): Issues | undefined {
  if (timezone === 'aware' && offset === '') return wrong('timezone_aware', raw);
  return timezone === 'naive' && offset !== '' ? wrong('timezone_naive', raw) : undefined;
}
