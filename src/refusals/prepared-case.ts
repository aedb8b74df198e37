import { type PreparedText, textOf } from '../http/prepared.ts';
import { defined } from '../text/defined.ts';
import { once } from '../text/once.ts';
import type { Case } from './case.ts';
import type { CaseSource, FindCase, Given } from './case-finder.ts';

/** Replaces `find-case.ts` on Workers, where code size is limited. Searches the list that was made with the documentation. */
export function caseFinder({ prepared }: CaseSource): FindCase {
  if (!prepared) return () => undefined;
  const { statuses = {} } = prepared;
  const read = once(() => casesIn(prepared));
  const has = (name: string, status: number) =>
    Object.hasOwn(statuses, name) && statuses[name]?.includes(status) === true;
  return (name, status) => (has(name, status) ? read().then((all) => caseIn(all, name, status)) : undefined);
}

async function casesIn(prepared: PreparedText): Promise<readonly Case[]> {
  return JSON.parse(await textOf(prepared));
}

function caseIn(all: readonly Case[], name: string, status: number): Given {
  const found = all.find(
    ({ operation, expected }) =>
      operation === name && expected.status === status && expected.body !== undefined,
  );
  const { headers, body } = defined(found).expected;
  return { status, headers, body: defined(body) };
}
