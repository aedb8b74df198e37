import { describe, expect, it, vi } from 'vitest';
import { mapAnswer } from '../../src/http/faults.ts';
import { type TextReply, uncachedJson } from '../../src/http/reply.ts';
import type { PendingReply } from '../../src/http/types.ts';

/** Changes of the replies that answers lead to. */

const one = uncachedJson('1');
const two = uncachedJson('2');
const pending = (reply: TextReply) => ({
  kind: 'pending' as const,
  reply: Promise.resolve(reply),
  abort: vi.fn(),
});
const change = (reply: TextReply) => (reply === one ? two : one);

describe('a change', () => {
  it('is made to a reply at once', () => {
    expect(mapAnswer(one, change)).toBe(two);
  });

  it('is made to a reply that is pending', async () => {
    const answer = mapAnswer(pending(one), change);
    expect(answer.kind === 'pending' && (await answer.reply)).toBe(two);
  });

  it('is made to the reply to a body, but not to refusals of a body that is too large or incomplete', async () => {
    const overflow = () => one;
    const body = { kind: 'body' as const, limit: 7, complete: () => one, overflow, brokenOff: () => two };
    const answer = mapAnswer(body, change);
    if (answer.kind !== 'body') throw new Error(answer.kind);
    expect(answer.limit).toBe(7);
    expect([answer.complete(new Uint8Array()), answer.overflow(), answer.brokenOff()]).toEqual([
      two,
      one,
      two,
    ]);
    const later = mapAnswer({ ...body, complete: () => pending(one) }, change);
    const reply = later.kind === 'body' && later.complete(new Uint8Array());
    expect(reply && reply.kind === 'pending' && (await reply.reply)).toBe(two);
  });
});

describe('an abort', () => {
  const waiting = (from: PendingReply<TextReply>, to: TextReply | PendingReply<TextReply>) => {
    const answer = mapAnswer(from, () => to);
    if (answer.kind !== 'pending') throw new Error(answer.kind);
    return answer;
  };

  it('is passed on to what is awaited first', async () => {
    const [first, second] = [pending(one), pending(two)];
    const answer = waiting(first, second);
    answer.abort();
    expect(first.abort).toHaveBeenCalledOnce();
    expect(await answer.reply).toBe(two);
    expect(second.abort).toHaveBeenCalledOnce();
  });

  it('is passed on to what is awaited then', async () => {
    const [first, second] = [pending(one), pending(two)];
    const answer = waiting(first, second);
    expect(await answer.reply).toBe(two);
    expect(second.abort).not.toHaveBeenCalled();
    answer.abort();
    expect(second.abort).toHaveBeenCalledOnce();
    expect(first.abort).not.toHaveBeenCalled();
  });
});
