import type { IncomingMessage } from 'node:http';
import type { AwaitBody, NamedReply } from '../http/exchange.ts';

/**
 * Reads the body that an answer waits for, as far as the answer wants it; `done` gets the reply, once. The listeners stay,
 * for taking them away takes longer than calling them again.
 */
export function completeWith(
  request: IncomingMessage,
  answer: AwaitBody,
  done: (reply: NamedReply) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let isDone = false;
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length <= answer.limit) chunks.push(chunk);
    else finish(() => answer.overflow());
  };
  const finish = (reply: () => NamedReply) => {
    if (isDone) return;
    isDone = true;
    done(reply());
  };
  request
    .on('data', onData)
    .on('end', () => finish(() => answer.complete(joined(chunks, length))))
    .on('close', () => finish(() => answer.brokenOff()));
}

function joined(chunks: readonly Buffer[], length: number): Uint8Array {
  const [first] = chunks;
  return chunks.length === 1 && first ? first : Buffer.concat(chunks, length);
}
