import { connect, type Socket } from 'node:net';

const BODY = '{"email":"ada@example.com"}';
const request = (connection: string) =>
  `POST /users HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

/** A client that sends request after request, and reconnects as soon as its connection ends. */
class Client {
  /** The number of requests that were sent on an open connection and never answered. */
  lost = 0;
  /** The number of connections that were not accepted. */
  refused = 0;
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

  /** Sends no more, and waits for the last reply. */
  async end(): Promise<void> {
    this.#isOver = true;
    if (!this.#socket.closed) await new Promise((resolve) => this.#socket.once('close', resolve));
  }

  #connect(): Socket {
    const socket = connect(this.#port, '127.0.0.1').setEncoding('latin1').setNoDelay();
    let received = '';
    let isOpen = false;
    socket.once('connect', () => {
      isOpen = true;
      this.#ask();
    });
    socket.on('data', (text) => {
      received += text;
      if (!received.endsWith('}')) return;
      this.#takeAnswer(/^connection: close/im.test(received));
      received = '';
    });
    socket.on('error', () => {});
    return socket.once('close', () => {
      if (!isOpen) this.refused++;
      this.#comeBack();
    });
  }

  #ask(): void {
    this.#isAsking = true;
    this.#socket.write(this.#request);
  }

  #takeAnswer(isLast: boolean): void {
    this.#isAsking = false;
    this.#onAnswer();
    if (this.#isOver) this.#socket.end();
    else if (!isLast) this.#ask();
  }

  #comeBack(): void {
    if (this.#isAsking) this.lost++;
    this.#isAsking = false;
    setImmediate(() => {
      if (!this.#isOver) this.#socket = this.#connect();
    });
  }
}

/** The numbers of unanswered requests and refused connections. */
export interface Failures {
  readonly lost: number;
  readonly refused: number;
}

/** Starts clients, half of which use a new connection for each request, and waits until each has a reply. */
export async function startReconnectingClients(
  port: number,
  count: number,
): Promise<{ end(): Promise<Failures> }> {
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
    async end() {
      await Promise.all(clients.map((client) => client.end()));
      const sum = (count: (client: Client) => number) => clients.reduce((all, each) => all + count(each), 0);
      return { lost: sum(({ lost }) => lost), refused: sum(({ refused }) => refused) };
    },
  };
}
