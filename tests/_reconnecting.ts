import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const body = '{"email":"ada@example.com"}';
const request = (connection: string) =>
  `POST /users HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** A client that asks and asks, and comes back at once when its connection ends: it never gives up. */
class Client {
  /** How many requests went out on a connection that was open, and were never answered. */
  lost = 0;
  readonly #port: number;
  readonly #request: string;
  readonly #onAnswer: () => void;
  #isOver = false;
  #isAsking = false;
  #socket: Socket;

  constructor(port: number, connection: string, onAnswer: () => void) {
    this.#port = port;
    this.#request = request(connection);
    this.#onAnswer = onAnswer;
    this.#socket = this.#connect();
  }

  async end(): Promise<number> {
    this.#isOver = true;
    if (!this.#socket.closed) await once(this.#socket, 'close');
    return this.lost;
  }

  #connect(): Socket {
    const socket = connect(this.#port, '127.0.0.1').setEncoding('latin1').setNoDelay();
    let received = '';
    socket.once('connect', () => this.#ask());
    socket.on('data', (text) => {
      received += text;
      if (!received.endsWith('}')) return;
      this.#takeAnswer(/^connection: close/im.test(received));
      received = '';
    });
    socket.on('error', () => {});
    return socket.once('close', () => this.#comeBack());
  }

  #ask(): void {
    this.#isAsking = true;
    this.#socket.write(this.#request);
  }

  #takeAnswer(isLast: boolean): void {
    this.#isAsking = false;
    this.#onAnswer();
    if (!isLast) this.#ask();
  }

  #comeBack(): void {
    if (this.#isAsking) this.lost++;
    this.#isAsking = false;
    setImmediate(() => {
      if (!this.#isOver) this.#socket = this.#connect();
    });
  }
}

/** Starts so many of these, half of which want a connection for each request, and waits until each has had an answer. */
export async function manyReconnecting(port: number, count: number): Promise<{ lost(): Promise<number> }> {
  const clients: Client[] = [];
  const answered = Array.from(
    { length: count },
    (_, at) =>
      new Promise<void>((resolve) => {
        clients.push(new Client(port, at % 2 === 0 ? 'keep-alive' : 'close', resolve));
      }),
  );
  await Promise.all(answered);
  return {
    async lost() {
      const all = await Promise.all(clients.map((client) => client.end()));
      return all.reduce((sum, each) => sum + each, 0);
    },
  };
}
