import type { CaseData, ExpectedData, RequestData, SearchLine } from './case.ts';
import { addressOf, type Message } from './message.ts';

/** A reply that was received. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The address after a redirect. */
  readonly redirectedTo: string | undefined;
  /** The reply arrived completely. */
  readonly isWhole: boolean;
  /** The milliseconds that the network took, as measured by the browser. */
  readonly time: number | undefined;
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
  } catch {
    if (signal.aborted) return { reason: 'You stopped waiting.' };
    if (!navigator.onLine) return { reason: 'No reply came: this device is offline.' };
    // Browsers do not tell pages more, except of requests that they refuse to make, which are not sent.
    const reason = 'nothing is listening there, or the connection was closed before a reply.';
    return { reason: `No reply came from ${new URL(root).host}: ${reason}` };
  }
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
    time: timeOf(address),
  };
}

async function readBody(response: Response): Promise<{ body: string; isWhole: boolean }> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let body = '';
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      body += decoder.decode(part.value, { stream: true });
    return { body: body + decoder.decode(), isWhole: true };
  } catch {
    return { body, isWhole: false };
  }
}

function timeOf(address: string): number | undefined {
  const entry = performance.getEntriesByName(address).at(-1);
  if (!(entry instanceof PerformanceResourceTiming) || entry.responseStart === 0) return undefined;
  return entry.responseEnd - entry.startTime;
}

/** The limit on the operations of which the cases are kept. */
const MAX_KEPT = 8;
const loaded = new Map<string, Promise<readonly CaseData[]>>();

/** Loads the cases of an operation, or returns those of one that was loaded before a few others. */
export function loadCases(address: string, operation: string): Promise<readonly CaseData[]> {
  const known = loaded.get(operation);
  if (known) return known;
  const loading = load<readonly CaseData[]>(`${address}?operation=${encodeURIComponent(operation)}`);
  loaded.set(operation, loading);
  const [oldest = ''] = loaded.keys();
  if (loaded.size > MAX_KEPT) loaded.delete(oldest);
  // Forgets a failure, so that the next call tries again.
  loading.catch(() => loaded.delete(operation));
  return loading;
}

async function load<Content>(address: string, options: RequestInit = {}): Promise<Content> {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

/** Loads what the page's search looks through. */
export function loadSearch(address: string): Promise<readonly SearchLine[]> {
  return load(`${address}?view=search`);
}

/** Loads the page of an endpoint, as a document. */
export async function loadArticle(address: string, operation: string): Promise<Element | null> {
  const response = await fetch(`${address}?operation=${encodeURIComponent(operation)}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return page.querySelector('article');
}

/** Asks the service which reply a request would get; undefined if it is valid. */
export async function loadExpected(
  address: string,
  request: RequestData,
  signal: AbortSignal,
): Promise<ExpectedData | undefined> {
  const body = JSON.stringify(request);
  const { expected } = await load<{ expected?: ExpectedData }>(address, { method: 'POST', body, signal });
  return expected;
}
