import { issueTable } from '../issues/table.ts';
import type { Context } from '../issues/words.ts';
import { publicTypes } from '../practice/contract/public-types.ts';

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
  for (const [type, publicType] of publicTypes) {
    const known = reasons.get(publicType) ?? new Set();
    for (const context of samples) known.add(issueTable[type].reason(context));
    reasons.set(publicType, known);
  }
  return reasons;
}
