import type { IncomingMessage } from 'node:http';

/** Reads a body of at most `limit` bytes; `done` gets it, or undefined as soon as there is more. */
export function readBytes(
  request: IncomingMessage,
  limit: number,
  done: (body: Uint8Array | undefined) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
    else finish(undefined);
  };
  const onEnd = () => finish(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length));
  const finish = (body: Uint8Array | undefined) => {
    request.off('data', onData).off('end', onEnd);
    done(body);
  };
  request.on('data', onData).on('end', onEnd);
}
