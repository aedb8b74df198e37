import { setImmediate } from 'node:timers/promises';
import { CutContent, piecesOf, StreamedContent } from '../../http/content.ts';
import { pairsOf } from '../../http/reply.ts';
import type { FinalReply, NodeResponse } from '../../http/types.ts';
import { printBug } from './log/print.ts';
import { sizeOf } from './server/wire.ts';

/** Writes a reply, without its body if the request is a `HEAD`. */
export function sendReply(reply: FinalReply, hasBody: boolean, response: NodeResponse): void {
  const { body } = reply;
  setHead(reply, response);
  if (!hasBody || body === '') response.end();
  else if (body instanceof StreamedContent) sendStream(body, response);
  else {
    for (const piece of piecesOf(body)) response.write(piece);
    response.end();
  }
}

function setHead({ status, headers, body }: FinalReply, response: NodeResponse): void {
  const size = sizeOf(body);
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairsOf(headers)) fields.set(name, [...(fields.get(name) ?? []), value]);
  if (status !== 204 && status !== 304 && size !== undefined) fields.set('Content-Length', [String(size)]);
  response.statusCode = status;
  for (const [name, [value = '', ...others]] of fields)
    response.setHeader(name, others.length === 0 ? value : [value, ...others]);
}

/** Makes and sends one piece at a time, when the client has read enough and other requests have had their turn. */
async function sendStream(content: StreamedContent, response: NodeResponse): Promise<void> {
  try {
    for (const piece of content.pieces) {
      // The client may have disconnected in the meantime, and its socket would not report that again.
      if (response.destroyed) return;
      if (!response.write(piece)) await untilRead(response);
      await setImmediate();
    }
    if (content instanceof CutContent) response.write('', () => response.destroy(new Error('Cut off')));
    else response.end();
  } catch (bug) {
    response.destroy();
    printBug(bug);
  }
}

/** Waits until the client has read what was written, or has disconnected. */
function untilRead(response: NodeResponse): Promise<void> {
  const events = ['drain', 'close'];
  return new Promise((resolve) => {
    const finish = () => {
      for (const event of events) response.off(event, finish);
      resolve();
    };
    for (const event of events) response.on(event, finish);
  });
}
