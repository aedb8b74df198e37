/** Connections that send bytes and look at nothing of a reply but what it takes to find its end. */
import { once } from 'node:events';
import { connect } from 'node:net';

const END = '\r\n\r\n';

/** One connection, on which requests may be sent before others are answered. */
export class Connection {
  #received = '';
  #waiting = [];
  #socket;
  /** Tells whether nothing more will be answered. */
  ended = false;

  constructor(port) {
    this.#socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay();
    this.#socket.on('data', (text) => this.#receive(text)).on('error', () => {});
    this.#socket.once('close', () => this.#finish());
  }

  /** Sends a request; gives the status of its reply, or 0 if none comes. */
  ask(request) {
    if (this.ended) return Promise.resolve(0);
    this.#socket.write(request, 'latin1');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Ends it, and waits until both sides have. */
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
      const replyEnd = headEnd + END.length + Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (this.#received.length < replyEnd) return;
      this.#received = this.#received.slice(replyEnd);
      if (/\nconnection: close/i.test(head)) this.ended = true;
      this.#waiting.shift()?.(Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3)));
    }
  }

  #finish() {
    this.ended = true;
    for (const answer of this.#waiting.splice(0)) answer(0);
  }
}

/** The number of clients that ask at a time; of fewer, the slowest of 100 requests would be too few to tell from chance. */
const CLIENTS = 4;

/**
 * The milliseconds within which 99 of 100 requests are answered, each client asking one behind the other for so long; the
 * least of three rounds, since what else the machine does only ever adds to it.
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

/** Waits until something is so, at most that long; gives the milliseconds that it took. */
export async function until(isSo, atMost) {
  const start = performance.now();
  while (!(await isSo()) && performance.now() - start < atMost) await sleep(20);
  return performance.now() - start;
}
