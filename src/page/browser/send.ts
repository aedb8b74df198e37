import type { CaseData } from './case.ts';
import { addressOf, type Message } from './message.ts';
import type { ListedCase, Operation } from './operations.ts';

/** A reply that was received. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The address after a redirect. */
  readonly redirectedTo: string | undefined;
  /** The reply arrived completely. */
  readonly isWhole: boolean;
  readonly times: Times | undefined;
}

/** The milliseconds that the network took, as measured by the browser. */
interface Times {
  readonly waiting: number;
  readonly reading: number;
  readonly whole: number;
}

/** The outcome of a request without a reply. */
export interface Silence {
  readonly reason: string;
}

/** Sends a request exactly as written, and waits for the whole reply. */
export async function send(
  message: Message,
  body: Uint8Array<ArrayBuffer> | undefined,
  root: string,
  signal: AbortSignal,
): Promise<Answer | Silence> {
  const address = addressOf(message.target, root).href;
  performance.clearResourceTimings();
  try {
    const headers = message.headers.map(({ name, value }): [string, string] => [name, value]);
    const options = {
      method: message.method,
      headers,
      signal,
      cache: 'no-store',
      credentials: 'omit',
    } as const;
    const response = await fetch(address, { ...options, ...(body && { body }) });
    return await read(response, address);
  } catch (error) {
    if (signal.aborted) return { reason: 'You stopped waiting.' };
    if (!navigator.onLine) return { reason: 'No reply came: this device is offline.' };
    return { reason: `No reply came from ${new URL(root).host}: ${reasonOf(error)}` };
  }
}

/** The reason for a failure. Browsers tell it only for requests that they refuse to make. */
function reasonOf(error: unknown): string {
  const text = String(error).replace(/^\w*Error: /, '');
  return /failed to fetch|networkerror|load failed/i.test(text)
    ? 'nothing is listening there, or the connection was closed before a reply.'
    : text;
}

async function read(response: Response, address: string): Promise<Answer> {
  const { body, isWhole } = await readBody(response);
  // The browser records the times only after the event that delivered the last bytes.
  await new Promise((resolve) => setTimeout(resolve));
  return {
    status: response.status,
    headers: [...response.headers],
    body,
    isWhole,
    redirectedTo: response.redirected ? response.url : undefined,
    times: timesOf(address),
  };
}

async function readBody(response: Response): Promise<{ body: string; isWhole: boolean }> {
  let body = '';
  try {
    for await (const piece of piecesOf(response)) body += piece;
    return { body, isWhole: true };
  } catch {
    return { body, isWhole: false };
  }
}

function timesOf(address: string): Times | undefined {
  const entry = performance.getEntriesByName(address).at(-1);
  if (!(entry instanceof PerformanceResourceTiming) || entry.responseStart === 0) return undefined;
  const { requestStart, responseStart, responseEnd, startTime } = entry;
  return {
    waiting: responseStart - requestStart,
    reading: responseEnd - responseStart,
    whole: responseEnd - startTime,
  };
}

const loaded = new Map<string, Promise<readonly CaseData[]>>();

/** Loads the cases of an operation, once; with an empty name, those that belong to none. */
export function loadCases(address: string, operation: string): Promise<readonly CaseData[]> {
  const known = loaded.get(operation);
  if (known) return known;
  const loading = fetchCases(address, operation);
  loaded.set(operation, loading);
  // Forgets a failure, so that the next call tries again.
  loading.catch(() => loaded.delete(operation));
  return loading;
}

async function fetchCases(address: string, operation: string): Promise<readonly CaseData[]> {
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
export function chooseCase(cases: readonly CaseData[], id: string, owner: Operation): CaseData {
  return (
    cases.find((each) => each.id === id) ??
    cases.find((each) => each.id.endsWith('/accepted/example')) ??
    cases[0] ??
    plainCase(owner)
  );
}

/** The request of an endpoint without cases. */
function plainCase({ name, method, path }: Operation): CaseData {
  return {
    id: name,
    title: 'Nothing is refused here',
    place: '',
    kind: 'accepted',
    request: { method, target: path, headers: {} },
    expected: { status: 200 },
  };
}

/** Yields the text of a reply in pieces, as they arrive. */
async function* piecesOf({ body }: Response): AsyncIterable<string> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let part = await reader.read(); !part.done; part = await reader.read())
    yield decoder.decode(part.value, { stream: true });
  yield decoder.decode();
}
