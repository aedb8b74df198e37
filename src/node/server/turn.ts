import type { Duplex } from 'node:stream';
import type { NamedReply } from '../../http/exchange.ts';
import type { Request } from './body.ts';
import { endGently, markEnding } from './linger.ts';
import type { Response } from './response.ts';
import type { Replied } from './watch.ts';

/** What holds for every reply of a server. */
export interface Terms {
  /** How many milliseconds a client may take to read its reply. */
  readonly patience: number;
  /** What a head says where the connection goes on. */
  readonly kept: string;
}

/** One request, and the sending of the one reply to it. */
export class Turn {
  readonly request: Request;
  readonly response: Response;
  /** Which request of its connection this is, from 1. */
  readonly position: number;
  readonly #terms: Terms;
  readonly #replied: Replied | undefined;

  constructor(request: Request, response: Response, terms: Terms, replied: Replied | undefined) {
    this.request = request;
    this.response = response;
    this.position = (newest.get(request.socket)?.position ?? 0) + 1;
    this.#terms = terms;
    this.#replied = replied;
    newest.set(request.socket, this);
  }

  /** Whether no other request has come on the connection since. */
  get isNewest(): boolean {
    return newest.get(this.request.socket) === this;
  }

  /** Sends a reply on a connection that goes on. */
  reply(reply: NamedReply): void {
    if (!this.#begin(reply)) return;
    const { response } = this;
    response.send(reply, this.#terms.kept);
    if (response.socket) this.#endUnlessRead();
    else response.once('socket', () => setImmediate(() => this.#endUnlessRead()));
  }

  /** Sends a reply after which the connection ends, be the request read to its end or not. */
  replyLast(reply: NamedReply): void {
    const { request, response } = this;
    if (!this.#begin(reply)) return;
    markEnding(request.socket);
    response.sendLast(reply);
    request.resume();
    if (response.socket) endGently(response.socket);
    else response.once('socket', (socket) => setImmediate(endGently, socket));
  }

  /** What comes first is the reply: a client that has been refused while it was still sending may break off as well. */
  #begin(reply: NamedReply): boolean {
    if (this.response.headersSent) return false;
    this.#replied?.(reply);
    return !this.response.destroyed;
  }

  /** Node lets a client that does not read keep its connection, and the reply in memory, for as long as it likes. */
  #endUnlessRead(): void {
    const { request, response } = this;
    if (response.writableLength === 0 || response.writableFinished) return;
    const deadline = setTimeout(() => request.socket.destroy(), this.#terms.patience);
    response.once('close', () => clearTimeout(deadline));
  }
}

/** The newest turn of each connection; whoever waits for it waits for all before it. */
const newest = new WeakMap<Duplex, Turn>();

/** The newest turn of a connection. */
export function newestTurn(socket: Duplex): Turn | undefined {
  return newest.get(socket);
}
