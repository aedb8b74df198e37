import { type IncomingMessage, ServerResponse } from 'node:http';
import type { NamedReply } from '../../http/exchange.ts';
import { close, headText } from './wire.ts';

/**
 * A response whose head is ours and goes out in one piece with the body. Node would check every name and value once
 * more and send two pieces, which takes as long as everything that the service does.
 */
export class Response<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  /** Node's own: what it sends before all else. */
  declare _header: string;
  /** Node's own: whether the connection ends with this response. */
  declare _last: boolean;

  /** Sends a reply; `kept` is what its head says where the connection goes on. */
  send(reply: NamedReply, kept: string): void {
    const { body } = reply;
    const length = Buffer.byteLength(body);
    this._last = !this.shouldKeepAlive;
    this._header = headText(reply, length, this._last ? close : kept);
    if (this.req.method === 'HEAD' || length === 0) this.end();
    else if (typeof body === 'string' && length === body.length) this.#endInOnePiece(body);
    else this.end(Buffer.from(body));
  }

  /** Sends a reply after which the connection is to end, and leaves it to the caller to end it. */
  sendLast(reply: NamedReply): void {
    this._last = true;
    this._header = headText(reply, Buffer.byteLength(reply.body), close);
    this.write(reply.body);
    this.flushHeaders();
  }

  /** Node sends its head as `latin1`, which is all that ASCII takes. */
  #endInOnePiece(body: string): void {
    this._header += body;
    this.end();
  }
}
