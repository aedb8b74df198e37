import type { Credentials } from './credentials.ts';
import type { Sent } from './state.ts';

/** What is kept for this tab: the browser forgets it when the tab is closed. */

const CREDENTIALS = 'assay credentials';
const SENT = 'assay history';

export function loadCredentials(): Credentials {
  return JSON.parse(sessionStorage.getItem(CREDENTIALS) ?? '{}');
}

export function saveCredentials(credentials: Credentials): void {
  if (Object.keys(credentials).length === 0) sessionStorage.removeItem(CREDENTIALS);
  else sessionStorage.setItem(CREDENTIALS, JSON.stringify(credentials));
}

export function loadSent(): readonly Sent[] {
  return JSON.parse(sessionStorage.getItem(SENT) ?? '[]');
}

export function saveSent(sent: readonly Sent[]): void {
  sessionStorage.setItem(SENT, JSON.stringify(sent));
}
