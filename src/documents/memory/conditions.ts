import { Refusal } from '../../contract/outcome.ts';
import type { Steps } from '../../text/turns.ts';
import { type Asking, type Remembered, send } from './operations.ts';

/**
 * Answers the condition that a request has for an item, by its tag: a 304 if a read one is the same, a 412 if one to be changed is
 * another, where they are declared. Nothing if the condition is met.
 */
export function* unmetBy(
  tagOf: () => Steps<string | undefined>,
  { operation, head }: Asking,
): Steps<Remembered | undefined> {
  const isRead = operation.method === 'GET' || operation.method === 'HEAD';
  const tags = head.header(isRead ? 'if-none-match' : 'if-match');
  if (tags === undefined || !operation.replies.declares(isRead ? 304 : 412)) return undefined;
  const all = tags.split(',').map((each) => each.trim().replace(/^W\//, ''));
  const isSame = all.includes('*') || all.includes(String(yield* tagOf()));
  if (isRead) return isSame ? send(operation.replies.responseTo(304), () => undefined, head, {}) : undefined;
  return isSame ? undefined : new Refusal(412, 'It has been changed by somebody else');
}
