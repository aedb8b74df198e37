import type { Case } from './case.ts';
import type { ListedCase, Operation } from './operations.ts';
import { piecesOf } from './pieces.ts';

const loaded = new Map<string, Promise<readonly Case[]>>();

/** Loads the cases of an operation, or, by an empty name, those that belong to none; each of them once. */
export function loadCases(address: string, operation: string): Promise<readonly Case[]> {
  const known = loaded.get(operation);
  if (known) return known;
  const loading = fetchCases(address, operation);
  loaded.set(operation, loading);
  // What has failed may be tried again.
  loading.catch(() => loaded.delete(operation));
  return loading;
}

async function fetchCases(address: string, operation: string): Promise<readonly Case[]> {
  const response = await fetch(`${address}?operation=${encodeURIComponent(operation)}`);
  if (!response.ok) throw new Error(`The refusals can't be had: ${response.status}`);
  return response.json();
}

/** The number of refusals of a status, a place and types, as the service counts them. */
type Count = readonly [status: number, place: string, types: string, count: number];

/** Loads how many refusals of each kind the operations have, and tells of each of them as soon as it is known. */
export async function loadCounts(
  address: string,
  take: (operation: string, counts: readonly ListedCase[]) => void,
): Promise<void> {
  const response = await fetch(`${address}?view=counts`);
  if (!response.ok) throw new Error(`The refusals can't be had: ${response.status}`);
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

/** The lines of a reply as they come. */
async function* linesOf(response: Response): AsyncIterable<string> {
  let text = '';
  for await (const piece of piecesOf(response)) {
    text += piece;
    const end = text.lastIndexOf('\n') + 1;
    yield* text.slice(0, end).split('\n');
    text = text.slice(end);
  }
}

/** The case with an id; else one that is accepted, or the first, or a plain request where nothing is refused. */
export function chooseCase(cases: readonly Case[], id: string, owner: Operation): Case {
  return (
    cases.find((each) => each.id === id) ??
    cases.find((each) => each.id.endsWith('/accepted/example')) ??
    cases[0] ??
    plainCase(owner)
  );
}

/** The only request of an endpoint that refuses nothing. */
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
