import type { Case } from '../cases/case.ts';

/** The number of refusals that share a status, a place and the types of their entries. */
type Count = [status: number, place: string, types: string, count: number];

/** The cases that are counted without a pause: some milliseconds of work, or more if bodies are large. */
const MAX_AT_ONCE = 8;

/**
 * Counts the refusals of each operation, and yields a line of JSON for each as soon as it is known. The empty lines in between
 * let the sender pause for other work.
 */
export function* countsJson(cases: Iterable<Case>): Iterable<string> {
  let operation: string | undefined;
  let counts = new Map<string, Count>();
  let lineStart = '[\n';
  let seen = 0;
  const line = () => {
    const text = lineStart + JSON.stringify({ operation: operation ?? '', counts: [...counts.values()] });
    lineStart = ',\n';
    return text;
  };
  for (const each of cases) {
    if (each.operation !== operation && counts.size > 0) {
      yield line();
      counts = new Map();
    }
    operation = each.operation;
    if (each.kind !== 'accepted') count(each, counts);
    if (++seen % MAX_AT_ONCE === 0) yield '\n';
  }
  if (counts.size > 0) yield line();
  yield lineStart === '[\n' ? '[]\n' : '\n]\n';
}

function count({ place, expected }: Case, counts: Map<string, Count>): void {
  const types = [...new Set(expected.entries?.map(({ type }) => type))].join(' ');
  const key = `${expected.status} ${place} ${types}`;
  const known = counts.get(key);
  if (known) known[3]++;
  else counts.set(key, [expected.status, place, types, 1]);
}
