import { textOf } from '../src/http/content.ts';
import type { InjectedReply } from '../src/http/inject.ts';
import type { AppCore } from '../src/http/types.ts';

/** Asks an app for a page of its documentation, for which it may have to load what makes it. */
export async function pageOf(app: AppCore, target: string): Promise<InjectedReply> {
  const answer = app.receive({ method: 'GET', target, header: () => undefined });
  if (answer.kind === 'body') throw new TypeError(`${target} waits for a body`);
  const { status, headers, body } = answer.kind === 'pending' ? await answer.reply : answer;
  return { status, headers, body: textOf(body) };
}
