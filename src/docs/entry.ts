import type { Contract, Endpoint } from '../contract/endpoint.ts';

/** One endpoint of a contract, under its name. */
export interface Entry {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly contract: Contract;
  /** The endpoint whose path differs by a slash at its end, preferably of the same method. */
  readonly twin: Named | undefined;
}

type Named = readonly [name: string, endpoint: Endpoint];

/** The endpoints of a contract and the pages that it lists with them, in their order. */
export function entriesOf(contract: Contract): Entry[] {
  const all = Object.entries({ ...contract.endpoints, ...contract.pages });
  const byPath = new Map<string, Named[]>();
  for (const named of all) {
    const others = byPath.get(named[1].path);
    if (others) others.push(named);
    else byPath.set(named[1].path, [named]);
  }
  return all.map(([name, endpoint]) => {
    const { method, path } = endpoint;
    const twins = byPath.get(path.endsWith('/') ? path.slice(0, -1) : `${path}/`);
    const twin = twins?.find(([, each]) => each.method === method) ?? twins?.[0];
    return { name, endpoint, contract, twin };
  });
}
