import type { Entry } from '../cases/case.ts';
import { entriesOf } from '../cases/subject.ts';
import { Refusal } from '../contract/outcome.ts';
import {
  type DeclaredReplies,
  declaredReplies,
  type JudgedReply,
  type OperationReplies,
  type ReplyMistake,
} from '../documents/declared.ts';
import type { Hosting } from '../http/hosting.ts';
import type { InjectedRequest } from '../http/inject.ts';
import { createRouter } from '../http/routing/router.ts';
import { splitTarget } from '../http/types.ts';
import { once } from '../text/memo.ts';

/** Says what is wrong with requests and replies, by the contract of an app. */
export interface Judge {
  /** Returns the name of the endpoint that a request is for; undefined if there is none. */
  endpointOf(request: Pick<InjectedRequest, 'method' | 'target'>): string | undefined;
  /** Returns how the app refuses a request; undefined if it accepts it. */
  request(request: InjectedRequest): RequestMistake | undefined;
  /** Returns what is wrong with the reply of an endpoint; undefined if nothing is, or if the contract is from no document. */
  reply(endpoint: string, reply: JudgedReply): ReplyMistake | undefined;
  /** The replies that an endpoint declares; undefined if the contract is from no document. */
  declared(endpoint: string): OperationReplies | undefined;
}

/** The reply that a request must get, in the words of the app. */
export interface RequestMistake {
  readonly status: number;
  /** The place and the type of each error of a 422. */
  readonly entries: readonly Entry[];
  readonly body: string;
}

/** Makes the judge of an app. No handler is ever called. */
export function judgeOf({ contract, basePath, dryRun }: Hosting): Judge {
  const routes = Object.entries(contract.endpoints).map(([name, { method, path }]) => ({
    name,
    method,
    path,
  }));
  const router = once(() => createRouter(routes, { basePath }));
  const dry = once(() => dryRun());
  const { document } = contract;
  const find: () => DeclaredReplies = once(() => (document ? declaredReplies(document) : () => undefined));
  const declared = (name: string) => {
    const endpoint = contract.endpoints[name];
    return endpoint && find()(endpoint);
  };
  return {
    declared,
    endpointOf({ method, target }) {
      const choice = router().choose(method, splitTarget(target));
      return choice instanceof Refusal || 'kind' in choice ? undefined : choice.route.name;
    },
    request(request) {
      const reply = dry().inject(request);
      if (!reply || reply.status < 400) return undefined;
      const { status, body } = reply;
      return { status, entries: entriesOf(status, body) ?? [], body };
    },
    reply(name, reply) {
      const replies = declared(name);
      return replies && replyMistake(replies, reply);
    },
  };
}

/** Returns what is wrong with a reply, its status included; undefined if nothing is. */
export function replyMistake(replies: OperationReplies, reply: JudgedReply): ReplyMistake | undefined {
  return statusMistake(replies, reply.status) ?? replies.mistake(reply) ?? replies.pageMistake(reply);
}

/** Statuses that any server may answer with, declared or not: they say something about the connection, the client or the load. */
const alwaysAllowed: ReadonlySet<number> = new Set([
  304, 400, 401, 403, 404, 405, 406, 408, 411, 413, 414, 415, 417, 426, 429, 431, 503,
]);

function statusMistake(replies: OperationReplies, status: number): ReplyMistake | undefined {
  const { statuses } = replies;
  if (statuses.length === 0 || replies.declares(status) || alwaysAllowed.has(status)) return undefined;
  return { place: 'status', what: `the status is ${status} instead of ${statuses.join(', ')}` };
}
