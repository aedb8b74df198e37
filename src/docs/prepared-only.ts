import type { Contract } from '../contract/endpoint.ts';
import { Refusal } from '../contract/refusal.ts';
import type { Documents } from '../http/hosting.ts';
import { type PreparedText, textOf } from '../http/prepared.ts';
import { queryReader } from '../http/query.ts';
import { JSON_HEADERS, type Reply, replyTo } from '../http/reply.ts';
import { once } from '../text/once.ts';
import { COUNTS } from './addresses.ts';
import type { MakeAnswers, PageAnswer } from './docs-options.ts';
import { isOperation, unknownOperation } from './operations.ts';

/** Answers only with prepared documentation, where the code that makes it is left out of the bundle. */
export const preparedAnswers: MakeAnswers = (contract, { documents = {}, paths }) => {
  return (path) => {
    const text = textAt(documents, path);
    if (!text) return unmade;
    if (path !== paths.refusals) return () => unknownOperation;
    return refusalsOf(text, textAt(documents, `${path}?view=${COUNTS}`), contract);
  };
};

function textAt(documents: Documents, target: string): PreparedText | undefined {
  return Object.hasOwn(documents, target) ? documents[target] : undefined;
}

const readQuery = once(() => queryReader(['operation', 'view']));
const unmade = once(() =>
  replyTo(
    new Refusal(
      404,
      "A Worker's documentation must be made when it is built: pass the result of documentsOf(app) to withDocuments",
    ),
  ),
);

/** Picks the requested refusals, or counts, from those of all operations. */
function refusalsOf(all: PreparedText, counts: PreparedText | undefined, contract: Contract): PageAnswer {
  return ({ query }) => {
    const { operation, view } = readQuery()(query);
    if (operation !== undefined && !isOperation(contract, operation)) return unknownOperation;
    const text = view === COUNTS ? counts : all;
    return text ? { kind: 'pending', reply: textOf(text).then(replyWith(operation)), abort() {} } : unmade();
  };
}

function replyWith(operation: unknown): (text: string) => Reply {
  const pick = operation === undefined ? (text: string) => text : picker(operation);
  return (text) => ({ kind: 'reply', status: 200, headers: JSON_HEADERS, body: pick(text) });
}

/** Picks the rows of one operation. Rows that belong to none have an empty name in counts, and no name in refusals. */
function picker(operation: unknown): (text: string) => string {
  return (text) => {
    const rows: readonly { readonly operation?: string }[] = JSON.parse(text);
    const picked = rows.filter((row) => (row.operation ?? '') === operation);
    return picked.length === 0 ? '[]\n' : `[\n${picked.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
  };
}
