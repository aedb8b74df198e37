import { issueTable } from '../issues/table.ts';
import type { Context, Row } from '../issues/words.ts';

/** What the sentences of the issue table are shown with: numbers that each of them can be told with. */
const samples: readonly Context[] = [{ min: 1, max: 100 }, { min: 1 }, { max: 100 }].map((bounds) => ({
  ...bounds,
  excess: 1,
  codePoint: 0xb7,
  name: 0,
}));

/** Every type that an entry of an automatic 422 can have, and every reason that is given for it. */
export function reasonsByType(): Map<string, Set<string>> {
  const reasons = new Map<string, Set<string>>();
  for (const [type, row] of Object.entries<Row>(issueTable)) {
    const known = reasons.get(row.publicType ?? type) ?? new Set();
    for (const numbers of samples) known.add(row.reason(numbers));
    reasons.set(row.publicType ?? type, known);
  }
  return reasons;
}
