import type { CaseData, ExpectedData, RequestData } from './case.ts';
import type { Sending } from './code.ts';
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
  /** The milliseconds until it had arrived. */
  readonly time: number;
}

/** The outcome of a request without a reply. */
export interface Silence {
  readonly reason: string;
}

/** Sends a request exactly as written, and waits for the whole reply. */
export async function send(
  message: Message,
  body: Sending['body'],
  root: string,
  signal: AbortSignal,
): Promise<Answer | Silence> {
  const address = addressOf(message.target, root).href;
  const start = performance.now();
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
    const { body: received, isWhole } = await readBody(response);
    return {
      status: response.status,
      headers: [...response.headers],
      body: received,
      isWhole,
      redirectedTo: response.redirected ? response.url : undefined,
      time: performance.now() - start,
    };
  } catch {
    if (signal.aborted) return { reason: 'You stopped waiting.' };
    if (!navigator.onLine) return { reason: 'No reply came: this device is offline.' };
    // Browsers do not tell pages more, except of requests that they refuse to make, which are not sent.
    const reason = 'nothing is listening there, or the connection was closed.';
    return { reason: `No reply came from ${new URL(root).host}: ${reason}` };
  }
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

/** Loads the cases of an operation. */
export function loadCases(address: string, operation: string): Promise<readonly CaseData[]> {
  return load(`${address}?operation=${encodeURIComponent(operation)}`);
}

/** Loads JSON. */
export async function load<Content>(address: string, options: RequestInit = {}): Promise<Content> {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
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
