/** Connections that send bytes and parse no more of a reply than it takes to find its end. */
import { once } from 'node:events';
import { connect } from 'node:net';

const END = '\r\n\r\n';
/** The end of a reply in chunks, after the line end before it. */
const LAST_CHUNK = '\r\n0\r\n\r\n';

/** A connection that may pipeline requests. */
export class Connection {
  #received = '';
  #waiting = [];
  #socket;
  /** True once no more replies will come. */
  ended = false;

  constructor(port) {
    this.#socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay();
    this.#socket.on('data', (text) => this.#receive(text)).on('error', () => {});
    this.#socket.once('close', () => this.#finish());
  }

  /** Sends a request; resolves to the status of its reply, or to 0 if none comes. */
  ask(request) {
    if (this.ended) return Promise.resolve(0);
    this.#socket.write(request, 'latin1');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Closes the connection, and waits until both sides have. */
  async close() {
    if (this.#socket.destroyed) return;
    this.#socket.end();
    await once(this.#socket, 'close');
  }

  #receive(text) {
    this.#received += text;
    for (;;) {
      const headEnd = this.#received.indexOf(END);
      if (headEnd === -1) return;
      const head = this.#received.slice(0, headEnd);
      const replyEnd = this.#endOfReply(head, headEnd + END.length);
      if (replyEnd > this.#received.length) return;
      this.#received = this.#received.slice(replyEnd);
      if (/\nconnection: close/i.test(head)) this.ended = true;
      this.#waiting.shift()?.(Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3)));
    }
  }

  /** The end of a reply whose head ends here; beyond what was received if more is to come. */
  #endOfReply(head, headEnd) {
    if (!/\ntransfer-encoding: chunked/i.test(head))
      return headEnd + Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const lastChunk = this.#received.indexOf(LAST_CHUNK, headEnd - END.length);
    return lastChunk === -1 ? Number.POSITIVE_INFINITY : lastChunk + LAST_CHUNK.length;
  }

  #finish() {
    this.ended = true;
    for (const answer of this.#waiting.splice(0)) answer(0);
  }
}

/** The number of concurrent clients; fewer would send too few requests for a 99th percentile. */
const CLIENTS = 4;

/**
 * Measures the 99th percentile of the latency in milliseconds, with each client sending one request after another. Takes the
 * best of three rounds, since other load only adds to it.
 */
export async function latency(port, request, seconds = 3) {
  const rounds = [];
  for (let round = 0; round < 3; round++) rounds.push(await percentile(port, request, seconds / 3));
  return Math.min(...rounds);
}

async function percentile(port, request, seconds) {
  const rounds = Array.from({ length: CLIENTS }, () => durations(port, request, seconds));
  const taken = (await Promise.all(rounds)).flat();
  return taken.sort((a, b) => a - b)[Math.floor(0.99 * taken.length)];
}

async function durations(port, request, seconds) {
  const connection = new Connection(port);
  const taken = [];
  for (const end = performance.now() + 1000 * seconds; performance.now() < end; ) {
    const start = performance.now();
    if ((await connection.ask(request)) !== 200) throw new Error('A healthy request was not answered');
    taken.push(performance.now() - start);
    await sleep(4);
  }
  await connection.close();
  return taken;
}

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until a condition holds, for at most that long, and returns the milliseconds it took. */
export async function until(isMet, atMost) {
  const start = performance.now();
  while (!(await isMet()) && performance.now() - start < atMost) await sleep(20);
  return performance.now() - start;
}
