import type { Contract, Endpoint } from '../contract/endpoint.ts';

/** One endpoint of a contract, with its name. */
export interface Entry {
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** The endpoints of a contract, followed by its pages. */
export function entriesOf({ endpoints, pages }: Contract): Entry[] {
  return Object.entries({ ...endpoints, ...pages }).map(([name, endpoint]) => ({ name, endpoint }));
}
