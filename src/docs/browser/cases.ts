import type { Case } from './case.ts';

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
