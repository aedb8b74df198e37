import { textOf } from '../src/http/content.ts';
import type { InjectedReply } from '../src/http/inject.ts';
import type { AppCore } from '../src/http/types.ts';

/** Requests a page of the documentation, which the app may have to load first. */
export async function pageOf(app: AppCore, target: string): Promise<InjectedReply> {
  const answer = app.receive({ method: 'GET', target, header: () => undefined });
  if (answer.kind === 'body' || answer.kind === 'deferred') throw new TypeError(`${target} waits for a body`);
  const { status, headers, body } = answer.kind === 'pending' ? await answer.reply : answer;
  return { status, headers, body: textOf(body) };
}
