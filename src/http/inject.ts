import type { ExampleRequest } from '../contract/example.ts';
import { textOf } from './content.ts';
import type { AppCore } from './types.ts';

/** A reply whose body has been put together. */
export interface InjectedReply {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** Puts a request to an app without any host between. Its handlers must answer at once. */
export function inject(app: AppCore, request: ExampleRequest): InjectedReply {
  const { method, target, headers, body = '' } = request;
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const answer = app.receive({ method, target, header: (name) => byName.get(name) });
  const reply = answer.kind === 'body' ? answer.complete(new TextEncoder().encode(body)) : answer;
  if (reply.kind === 'pending') throw new TypeError(`${method} ${target} is not answered at once`);
  return { status: reply.status, headers: reply.headers, body: textOf(reply.body) };
}
