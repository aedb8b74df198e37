import type { ExampleRequest } from '../contract/example.ts';
import { textOf } from './content.ts';
import type { TextReply } from './reply.ts';
import type { App } from './types.ts';

/** Puts a request to the service without any host between. */
export function inject(app: App, { method, target, headers, body = '' }: ExampleRequest): TextReply {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const answer = app.receive({ method, target, header: (name) => byName.get(name) });
  const reply = 'complete' in answer ? answer.complete(new TextEncoder().encode(body)) : answer;
  return { ...reply, body: textOf(reply.body) };
}
