import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { ensure } from '../text/memo.ts';

/** One endpoint of a contract, with its name. */
export interface Entry {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly contract: Contract;
  /** The endpoint whose path differs only by a trailing slash, preferably with the same method. */
  readonly twin: Named | undefined;
}

type Named = readonly [name: string, endpoint: Endpoint];

/** The endpoints of a contract, followed by its pages. */
export function entriesOf(contract: Contract): Entry[] {
  const all = Object.entries({ ...contract.endpoints, ...contract.pages });
  const byPath = new Map<string, Named[]>();
  for (const named of all) ensure(byPath, named[1].path, () => []).push(named);
  return all.map(([name, endpoint]) => {
    const { method, path } = endpoint;
    const twins = byPath.get(path.endsWith('/') ? path.slice(0, -1) : `${path}/`);
    const twin = twins?.find(([, each]) => each.method === method) ?? twins?.[0];
    return { name, endpoint, contract, twin };
  });
}
