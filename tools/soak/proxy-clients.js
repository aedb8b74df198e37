/** The requests that are sent through proxies, and clients that send them over HTTP/1.1 and HTTP/2. */
import { connect as connectHttp2, constants } from 'node:http2';
import { connect } from 'node:net';
import { sleep } from './client.js';

const USER = '{"name":"Ada","email":"ada@example.com","age":36}';
const HEAD_END = '\r\n\r\n';
/** The time between two pieces of an upload, in which a proxy forwards the first. */
const PAUSE_MS = 3;

/** The requests that are sent in turn: without a body, with one, in chunks, and after `100 Continue`. */
export const kinds = [
  { name: 'GET', method: 'GET', path: '/items/1', status: 200, pieces: [] },
  { name: 'POST', method: 'POST', path: '/users/', status: 201, pieces: [USER] },
  {
    name: 'an upload in pieces',
    method: 'POST',
    path: '/users/',
    status: 201,
    pieces: [USER.slice(0, 20), USER.slice(20)],
  },
  { name: '100-continue', method: 'POST', path: '/users/', status: 201, pieces: [USER], waits: true },
];

/** An HTTP/1.1 client with one connection, which looks only for the end of a reply. */
export class Http1Client {
  #port;
  #socket;
  #received = '';
  #kind;
  #resolve;

  constructor(port) {
    this.#port = port;
  }

  /** Sends a request; resolves to the status and body of the reply, or to `closed` as the status. */
  ask(kind) {
    this.#socket ??= this.#open();
    this.#kind = kind;
    this.#received = '';
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#send(kind);
    });
  }

  /** Sends the first half of a request, and disconnects. */
  abort(kind) {
    const socket = this.#release() ?? connect(this.#port, '127.0.0.1').on('error', () => {});
    socket.write(headOf(kind) + (kind.pieces[0] ?? '').slice(0, 10), () => socket.destroy());
  }

  close() {
    this.#release()?.destroy();
  }

  #release() {
    const socket = this.#socket;
    this.#socket = undefined;
    return socket?.removeAllListeners('data').removeAllListeners('close');
  }

  #open() {
    const socket = connect(this.#port, '127.0.0.1').setEncoding('latin1').setNoDelay();
    return socket
      .on('data', (text) => this.#receive(text))
      .on('error', () => {})
      .once('close', () => this.#finish({ status: 'closed' }));
  }

  async #send(kind) {
    const { pieces, waits } = kind;
    const isChunked = pieces.length > 1;
    if (waits || pieces.length === 0) return this.#socket.write(headOf(kind));
    const [first, ...others] = pieces.map((piece) => (isChunked ? chunk(piece) : piece));
    this.#socket.write(headOf(kind) + first);
    for (const piece of others) {
      await sleep(PAUSE_MS);
      this.#socket?.write(piece);
    }
    if (isChunked) this.#socket?.write(chunk(''));
  }

  #receive(text) {
    this.#received += text;
    const head = this.#received.indexOf(HEAD_END);
    if (head === -1) return;
    const status = Number(this.#received.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3));
    if (status === 100) return this.#sendBody(head);
    const length = Number(/\ncontent-length: (\d+)/i.exec(this.#received.slice(0, head))?.[1]);
    const body = this.#received.slice(head + HEAD_END.length);
    if (body.length < length) return;
    if (/\nconnection: close/i.test(this.#received.slice(0, head))) this.close();
    this.#finish({ status, body });
  }

  #sendBody(head) {
    this.#received = this.#received.slice(head + HEAD_END.length);
    this.#socket.write(this.#kind.pieces[0]);
    if (this.#received !== '') this.#receive('');
  }

  #finish(reply) {
    if (reply.status === 'closed') this.#socket = undefined;
    this.#resolve?.(reply);
    this.#resolve = undefined;
  }
}

function headOf({ method, path, pieces, waits }) {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json'];
  if (pieces.length === 1) lines.push(`Content-Length: ${pieces[0].length}`);
  if (pieces.length > 1) lines.push('Transfer-Encoding: chunked');
  if (waits) lines.push('Expect: 100-continue');
  return lines.join('\r\n') + HEAD_END;
}

const chunk = (text) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** An HTTP/2 client with one connection. It does not wait for `100 Continue`, which some proxies never send. */
export class Http2Client {
  #port;
  #session;

  constructor(port) {
    this.#port = port;
  }

  ask(kind) {
    return new Promise((resolve) => {
      const stream = this.#send(kind);
      let status;
      let body = '';
      stream.setEncoding('latin1').on('data', (text) => {
        body += text;
      });
      stream.once('response', (headers) => {
        status = headers[':status'];
      });
      stream.once('error', ({ code }) => resolve({ status: code }));
      stream.once('close', () => resolve(status === undefined ? { status: 'closed' } : { status, body }));
      this.#upload(stream, kind.pieces);
    });
  }

  abort(kind) {
    const stream = this.#send(kind).on('error', () => {});
    stream.write((kind.pieces[0] ?? '').slice(0, 10), () => stream.close(constants.NGHTTP2_CANCEL));
  }

  close() {
    this.#session?.close();
  }

  #send({ method, path, pieces }) {
    this.#session ??= this.#open();
    const head = { ':method': method, ':path': path, 'content-type': 'application/json' };
    return this.#session.request(head, { endStream: pieces.length === 0 });
  }

  async #upload(stream, pieces) {
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) await sleep(PAUSE_MS);
      if (at === pieces.length - 1) stream.end(piece);
      else stream.write(piece);
    }
  }

  #open() {
    // The certificate is self-signed, made for this run.
    const session = connectHttp2(`https://localhost:${this.#port}`, { rejectUnauthorized: false });
    const forget = () => {
      if (this.#session === session) this.#session = undefined;
    };
    return session
      .on('error', () => {})
      .once('goaway', forget)
      .once('close', forget);
  }
}
