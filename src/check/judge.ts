import type { Certainty, Entry } from '../cases/case.ts';
import { type Basis, basisOf } from '../cases/rules.ts';
import { entriesOf } from '../cases/subject.ts';
import { Refusal } from '../contract/outcome.ts';
import {
  declaredReplies,
  type FindDeclarations,
  type JudgedReply,
  type ReplyDeclarations,
  type ReplyMistake,
} from '../documents/declared.ts';
import { type Issue, reason } from '../errors/issue.ts';
import { endpointTable } from '../http/core.ts';
import type { Hosting, HostOptions } from '../http/hosting.ts';
import { type InjectedReply, type InjectedRequest, injectInTurns } from '../http/inject.ts';
import { createRouter } from '../http/routing/router.ts';
import { splitTarget } from '../http/types.ts';
import { once } from '../text/memo.ts';
import { inTurns, type Steps } from '../text/turns.ts';

/** Says what is wrong with requests and replies, by the contract of an app. */
export interface Judge {
  /** Returns the name of the endpoint that a request is for; undefined if there is none. */
  endpointOf(request: Pick<InjectedRequest, 'method' | 'target'>): string | undefined;
  /** Returns, in turns, how the app refuses a request; undefined if it accepts it. */
  request(request: InjectedRequest): Promise<RequestMistake | undefined>;
  /** Returns what is wrong with the reply of an endpoint, in turns; undefined if nothing is, or if the contract is from no document. */
  reply(endpoint: string, reply: JudgedReply): Promise<ReplyMistake | undefined>;
  /** The replies that an endpoint declares; undefined if the contract is from no document. */
  declared(endpoint: string | undefined): ReplyDeclarations | undefined;
}

/** A mistake in a request, and the reply that it must get, in the words of the app. */
export interface RequestMistake extends Basis {
  readonly status: number;
  /** The place and the type of each error of a 422. */
  readonly entries: readonly Entry[];
  /** The lines of the headers. */
  readonly headers: string;
  readonly body: string;
  /** The place of the mistake that is the most certain, such as `body.age`; what it is, as in the ids of cases; and a clause. */
  readonly place: string;
  readonly type: string;
  readonly what: string;
  /** What is wrong with the value there, if it is one. */
  readonly issue?: Issue;
}

/** Makes the judge of an app, within the limits of a host. No handler is ever called. */
export function judgeOf({ contract, basePath, otherBasePaths, dryRun }: Hosting, host?: HostOptions): Judge {
  const router = once(() => createRouter(endpointTable(contract), { basePath, otherBasePaths }));
  const dry = once(() => dryRun(host));
  const { document } = contract;
  const find: () => FindDeclarations = once(() => (document ? declaredReplies(document) : () => undefined));
  const declared = (name = '') => {
    const endpoint = contract.endpoints[name];
    return endpoint && find()(endpoint);
  };
  return {
    declared,
    endpointOf({ method, target }) {
      const choice = router().choose(method, splitTarget(target));
      return choice instanceof Refusal || 'kind' in choice ? undefined : choice.route.name;
    },
    async request(request) {
      const reply = await injectInTurns(dry().core(), request);
      const { status, headers, body } = reply;
      if (!isRefusal(status)) return undefined;
      const entries = entriesOf(status, body) ?? [];
      return { status, entries, headers, body, ...requestMistake(request, reply) };
    },
    async reply(name, reply) {
      const replies = declared(name);
      return replies && inTurns(replyMistake(replies, reply));
    },
  };
}

/** Recognizes the statuses with which requests are refused. Others say something about the service. */
export function isRefusal(status = 0): boolean {
  return status >= 400 && status < 500;
}

type Wrong = Pick<RequestMistake, 'place' | 'type' | 'what' | 'issue' | keyof Basis>;

const ranks: readonly Certainty[] = ['certain', 'open', 'debatable'];

/** Finds the mistake in a request that is the most certain. */
function requestMistake(request: InjectedRequest, { status, issues }: InjectedReply): Wrong {
  const all = issues?.all.map(valueMistake) ?? [unreadable(request, status)];
  return ranks.flatMap((rank) => all.filter(({ certainty }) => certainty === rank))[0] as Wrong;
}

function valueMistake(issue: Issue): Wrong {
  const { path, type } = issue;
  const place = path.join('.');
  const what = type === 'missing' ? `${place} is missing` : `${place} ${reason(issue)}`;
  return { place, type, what, issue, ...basisOf({ place, type, issue, isSeen: true }) };
}

/** The mistake in a request whose values were not even read. */
function unreadable({ headers, body = '' }: InjectedRequest, status: number): Wrong {
  const [place, type, what] = unreadableWords(status, headers['content-encoding'], body);
  return { place, type, what, ...basisOf({ place, type }) };
}

function unreadableWords(
  status: number,
  encoding: string | undefined,
  { length }: string | Uint8Array,
): readonly [place: string, type: string, what: string] {
  if (status === 404) return ['path', 'not_found', 'the document has no such path'];
  if (status === 405) return ['method', 'not_allowed', 'the document has no such method for this path'];
  if (status === 401) return ['credential', 'missing', 'the credential is missing, or of another scheme'];
  if (status === 415 && encoding !== undefined)
    return ['body', 'content_encoding', 'the body has a content encoding'];
  if (status === 415) return ['body', 'content_type', 'the content type of the body is not declared'];
  return length > 0
    ? ['body', 'json_invalid', "the body can't be read"]
    : ['path', 'malformed', "the path can't be read"];
}

/** Returns what is wrong with a reply, its status included; undefined if nothing is. */
export function* replyMistake(
  replies: ReplyDeclarations,
  reply: JudgedReply,
): Steps<ReplyMistake | undefined> {
  return (
    statusMistake(replies, reply.status) ?? (yield* replies.mistake(reply)) ?? replies.pageMistake(reply)
  );
}

/** Statuses that any server may answer with, declared or not: they say something about the connection, the client or the load. */
const alwaysAllowed: ReadonlySet<number> = new Set([
  304, 400, 401, 403, 404, 405, 406, 408, 411, 413, 414, 415, 417, 426, 429, 431, 503,
]);

function statusMistake(replies: ReplyDeclarations, status: number): ReplyMistake | undefined {
  const { statuses } = replies;
  if (statuses.length === 0 || replies.declares(status) || alwaysAllowed.has(status)) return undefined;
  return { place: 'status', what: `the status is ${status} instead of ${statuses.join(', ')}` };
}
