import type { Issues } from '../errors/issue.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import { urgently } from '../text/turns.ts';
import { textOf } from './content.ts';
import type { AppCore, PendingBody } from './types.ts';

/** A complete request. */
export interface InjectedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** Passes a request to a service; undefined if it would call a handler that must not be called. */
export type Inject = (request: InjectedRequest) => InjectedReply | undefined;

/** A reply with its body as text. */
export interface InjectedReply {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
  /** What is wrong with its values, if that is what it says. */
  readonly issues?: Issues | undefined;
}

/** Passes a request to an app without a host. Its handlers must be synchronous. */
export function inject(app: AppCore, request: InjectedRequest): InjectedReply {
  const { method, target, headers, body = '' } = request;
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const reply = urgently(() => {
    const answer = app.receive({ method, target, header: (name) => byName.get(name) });
    return answer.kind === 'body' ? answered(answer, body) : answer;
  });
  if (reply.kind !== 'reply') throw new TypeError(`${method} ${target} is not answered at once`);
  const { status, issues } = reply;
  return { status, headers: reply.headers, body: textOf(reply.body), issues };
}

function answered({ limit, complete, overflow }: PendingBody, body: string | Uint8Array) {
  const bytes = typeof body === 'string' ? encodeUtf8(body) : body;
  return bytes.length > limit ? overflow() : complete(bytes);
}
