import type { IncomingMessage } from 'node:http';
import type { AwaitBody, NamedReply } from '../http/exchange.ts';

/** Reads the body that an answer waits for, as far as the answer wants it; `done` gets the reply, once. */
export function completeWith(
  request: IncomingMessage,
  answer: AwaitBody,
  done: (reply: NamedReply) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length <= answer.limit) chunks.push(chunk);
    else finish(answer.overflow());
  };
  const onEnd = () =>
    finish(answer.complete(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)));
  const onClose = () => finish(answer.brokenOff());
  const finish = (reply: NamedReply) => {
    request.off('data', onData).off('end', onEnd).off('close', onClose);
    done(reply);
  };
  request.on('data', onData).on('end', onEnd).on('close', onClose);
}
