import type { Case } from './case.ts';

/** The cases that count. */
export interface Selection {
  /** Ids, in which `*` stands for anything; where there are any, only these count. */
  readonly only?: readonly string[];
  /** Ids that do not count. */
  readonly skip?: readonly string[];
  /** Requests count as well that have to be accepted. */
  readonly accepted?: boolean;
  /** Requests count as well that are refused for their size. */
  readonly limits?: boolean;
  /** Requests count as well that ask for a fault. */
  readonly faults?: boolean;
}

/** Chooses among cases. */
export function* select(cases: Iterable<Case>, selection: Selection = {}): Iterable<Case> {
  const { only = [], skip = [], accepted = false, limits = false, faults = false } = selection;
  const counts = { refused: true, accepted, limit: limits, fault: faults };
  for (const each of cases) {
    const { id, kind } = each;
    if (!counts[kind]) continue;
    if (only.length > 0 && !only.some((pattern) => matches(pattern, id))) continue;
    if (!skip.some((pattern) => matches(pattern, id))) yield each;
  }
}

/** Compares a name with a pattern in linear time: each piece between stars is looked for behind the one before it. */
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
