import type { Case } from './case.ts';
import type { ListedCase, Operation } from './operations.ts';
import { piecesOf } from './pieces.ts';

const loaded = new Map<string, Promise<readonly Case[]>>();

/** Loads the cases of an operation, once; with an empty name, those that belong to none. */
export function loadCases(address: string, operation: string): Promise<readonly Case[]> {
  const known = loaded.get(operation);
  if (known) return known;
  const loading = fetchCases(address, operation);
  loaded.set(operation, loading);
  // Forgets a failure, so that the next call tries again.
  loading.catch(() => loaded.delete(operation));
  return loading;
}

async function fetchCases(address: string, operation: string): Promise<readonly Case[]> {
  const response = await fetch(`${address}?operation=${encodeURIComponent(operation)}`);
  if (!response.ok) throw new Error(`The refusals can't be loaded: ${response.status}`);
  return response.json();
}

/** The number of refusals with the same status, place and types. */
type Count = readonly [status: number, place: string, types: string, count: number];

/** Loads the counts of refusals, and passes on those of each operation as soon as they arrive. */
export async function loadCounts(
  address: string,
  take: (operation: string, counts: readonly ListedCase[]) => void,
): Promise<void> {
  const response = await fetch(`${address}?view=counts`);
  if (!response.ok) throw new Error(`The refusals can't be loaded: ${response.status}`);
  for await (const line of linesOf(response)) {
    const [json] = /\{.*\}/.exec(line) ?? [];
    if (json === undefined) continue;
    const { operation, counts }: { operation: string; counts: readonly Count[] } = JSON.parse(json);
    take(operation, counts.map(listedCount));
  }
}

function listedCount([status, place, types, count]: Count): ListedCase {
  return { id: '', title: '', kind: 'refused', place, status, types: types.split(' '), count };
}

/** Yields the lines of a reply as they arrive. */
async function* linesOf(response: Response): AsyncIterable<string> {
  let text = '';
  for await (const piece of piecesOf(response)) {
    text += piece;
    const end = text.lastIndexOf('\n') + 1;
    yield* text.slice(0, end).split('\n');
    text = text.slice(end);
  }
}

/** Chooses the case with an id; otherwise the accepted example, the first case, or a plain request if there are none. */
export function chooseCase(cases: readonly Case[], id: string, owner: Operation): Case {
  return (
    cases.find((each) => each.id === id) ??
    cases.find((each) => each.id.endsWith('/accepted/example')) ??
    cases[0] ??
    plainCase(owner)
  );
}

/** The request of an endpoint without cases. */
function plainCase({ name, method, path }: Operation): Case {
  return {
    id: name,
    title: 'Nothing is refused here',
    place: '',
    kind: 'accepted',
    request: { method, target: path, headers: {} },
    expected: { status: 200 },
  };
}
