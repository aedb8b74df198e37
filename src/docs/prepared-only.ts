import type { Contract } from '../contract/endpoint.ts';
import { Refusal } from '../contract/refusal.ts';
import { type PreparedText, textOf } from '../http/prepared.ts';
import { queryReader } from '../http/query.ts';
import { JSON_HEADERS, type Reply, replyTo } from '../http/reply.ts';
import { isOperation, unknownOperation } from './operations.ts';
import type { MakeAnswers, PageAnswer } from './routes.ts';

/**
 * Stands in for `answers.ts` on Workers. They have little time for a request and little room for code, so their documentation
 * is made when they are built.
 */
export const docsAnswers: MakeAnswers = (contract, { documents = {}, paths }) => {
  return (path) => {
    const text = Object.hasOwn(documents, path) ? documents[path] : undefined;
    if (!text) return () => unmade;
    return path === paths.refusals ? refusalsOf(text, contract) : () => unknownOperation;
  };
};

const readQuery = queryReader(['operation', 'view']);
const unmade = replyTo(
  new Refusal(
    404,
    'The documentation of a Worker is made when it is built: with documentsOf, for withDocuments',
  ),
);

/** Picks the refusals of one operation from those of all. */
function refusalsOf(all: PreparedText, contract: Contract): PageAnswer {
  return ({ query }) => {
    const { operation, view } = readQuery(query);
    if (view !== undefined) return unmade;
    if (!isOperation(contract, operation)) return unknownOperation;
    const name = operation === '' ? undefined : operation;
    return { kind: 'pending', reply: textOf(all).then((text) => replyOf(casesIn(text, name))), abort() {} };
  };
}

function casesIn(text: string, operation: unknown): string {
  const cases: readonly { readonly operation?: string }[] = JSON.parse(text);
  const picked = cases.filter((each) => each.operation === operation);
  return picked.length === 0 ? '[]\n' : `[\n${picked.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`;
}

function replyOf(body: string): Reply {
  return { kind: 'reply', status: 200, headers: JSON_HEADERS, body };
}
