import type { Endpoint } from '../contract/endpoint.ts';
import { requestOf } from '../contract/example.ts';
import { Refusal } from '../contract/outcome.ts';
import { linesFor } from '../http/faults.ts';
import type { Inject } from '../http/inject.ts';
import { errorReply, headerLines, type Reply, UNCACHED_JSON_HEADERS } from '../http/reply.ts';
import { defined } from '../text/guards.ts';
import { operationsOf, refusedCases } from './cases.ts';
import { acceptedRequest } from './changes.ts';
import { refusalHeaders, type Subject } from './subject.ts';

/** Finds a refusal of an endpoint by its status. */
export type RefusalLookup = (operation: string, status: number) => Reply | undefined;

/** A refusal that the app has given. */
interface Given {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: string;
}

/** Makes the errors of endpoints: the reply to an example or to a refused case, or a sample of the declared detail. */
export function refusalLookup(subject: () => Subject, inject: Inject): RefusalLookup {
  const known = new Map<string, Reply | undefined>();

  function find(operation: string, status: number): Reply | undefined {
    const endpoint = defined(subject().contract.endpoints[operation]);
    const given = ofExample(endpoint, status, inject) ?? ofCase(subject(), operation, status);
    return given ? replyOf(given) : ofField(endpoint, status);
  }

  return (operation, status) => {
    const key = `${status} ${operation}`;
    if (!known.has(key)) known.set(key, find(operation, status));
    return known.get(key);
  };
}

function ofExample(endpoint: Endpoint, status: number, inject: Inject): Given | undefined {
  const example = endpoint.examples?.find((each) => each.status === status && status >= 400);
  const reply = example && inject(requestOf(endpoint, example));
  return reply?.status === status ? { ...reply, headers: refusalHeaders(reply.headers) } : undefined;
}

function ofCase(subject: Subject, name: string, status: number): Given | undefined {
  const listed = defined(operationsOf(subject).get(name));
  for (const each of refusedCases(listed, acceptedRequest(listed.operation))) {
    const { status: found, body, headers } = each?.expected ?? {};
    if (found === status && status >= 400 && body !== undefined) return { status, headers, body };
  }
  return undefined;
}

/** Makes a refusal from a sample of the detail declared for a status. */
function ofField({ refusals = {} }: Endpoint, status: number): Reply | undefined {
  const field = Object.hasOwn(refusals, status) ? refusals[status] : undefined;
  if (!field) return undefined;
  const [detail] = field.samples().accepted;
  const reply = errorReply(new Refusal(status, detail), field.write(detail));
  return { ...reply, headers: reply.headers + linesFor(status) };
}

function replyOf({ status, headers, body }: Given): Reply {
  const own = headers ? headerLines(headers) : linesFor(status);
  const { detail: error } = Object(JSON.parse(body));
  return { kind: 'reply', status, headers: UNCACHED_JSON_HEADERS + own, body, error };
}
