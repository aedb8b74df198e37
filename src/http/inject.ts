import type { Issues } from '../errors/issue.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import { urgently } from '../text/turns.ts';
import { textOf } from './content.ts';
import type { AppCore, FinalReply, PendingBody, PendingReply } from './types.ts';

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
  const reply = urgently(() => answer(app, request));
  if (reply.kind === 'reply') return injected(reply);
  throw new TypeError(`${request.method} ${request.target} is not answered at once`);
}

/** Does the same in turns, for an app that nothing runs around. */
export async function injectInTurns(app: AppCore, request: InjectedRequest): Promise<InjectedReply> {
  const made = answer(app, request);
  return injected(made.kind === 'reply' ? made : await (made as PendingReply).reply);
}

function answer(app: AppCore, { method, target, headers, body = '' }: InjectedRequest) {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const made = app.receive({ method, target, header: (name) => byName.get(name) });
  return made.kind === 'body' ? withBody(made, body) : made;
}

function injected({ status, headers, body, issues }: FinalReply): InjectedReply {
  return { status, headers, body: textOf(body), issues };
}

function withBody({ limit, complete, overflow }: PendingBody, body: string | Uint8Array) {
  const bytes = typeof body === 'string' ? encodeUtf8(body) : body;
  return bytes.length > limit ? overflow() : complete(bytes);
}
