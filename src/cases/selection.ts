import type { Case } from './case.ts';

/** The cases to select. */
export interface Selection {
  /** Selects only cases with this id, or one of these, in which `*` matches anything; by default all. */
  readonly only?: string | readonly string[];
  /** Skips cases with this id, or one of these, in which `*` matches anything. */
  readonly skip?: string | readonly string[];
  /** Includes requests that must be accepted. */
  readonly accepted?: boolean;
  /** Includes requests that are refused for their size. */
  readonly limits?: boolean;
  /** Includes requests that prefer a fault. */
  readonly faults?: boolean;
}

/** Filters cases by a selection. */
export function* select(cases: Iterable<Case>, selection: Selection = {}): Iterable<Case> {
  const { accepted = false, limits = false, faults = false } = selection;
  const only = patternsOf(selection.only);
  const skip = patternsOf(selection.skip);
  const counts = { refused: true, accepted, limit: limits, fault: faults };
  for (const each of cases) {
    const { id, kind } = each;
    if (!counts[kind]) continue;
    if (only.length > 0 && !only.some((pattern) => matches(pattern, id))) continue;
    if (!skip.some((pattern) => matches(pattern, id))) yield each;
  }
}

function patternsOf(given: string | readonly string[] = []): readonly string[] {
  return typeof given === 'string' ? [given] : given;
}

/** Matches a name against a pattern in linear time: each piece between stars is searched for after the one before it. */
export function matches(pattern: string, name: string): boolean {
  const [first = '', ...pieces] = pattern.split('*');
  const last = pieces.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
