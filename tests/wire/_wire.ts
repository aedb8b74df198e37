import { once } from 'node:events';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

/** One reply, in its parts. */
export interface WireReply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A raw connection to the service. */
export interface Wire {
  readonly socket: Socket;
  /** Sends text with one character for each byte. */
  write(bytes: string): void;
  /** The next reply; the reply to a HEAD has no body. */
  reply(method?: string): Promise<WireReply>;
  /** The bytes until the service ends the connection. */
  rest(): Promise<string>;
}

const END = '\r\n\r\n';

/** Opens a connection. */
export async function openWire(port: number): Promise<Wire> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return wireOver(socket);
}

/** Opens a connection, and returns the server's end of it too. */
export async function openBothEnds(server: Server): Promise<readonly [Wire, Socket]> {
  const arrived = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const wire = await openWire((server.address() as AddressInfo).port);
  return [wire, await arrived];
}

/** Opens a connection over TLS, whatever certificate is shown. */
export async function openSecureWire(port: number): Promise<Wire> {
  const socket = connectSecurely(port, '127.0.0.1', { rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  return wireOver(socket);
}

function wireOver(socket: Socket): Wire {
  const incoming: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
  let received = '';

  async function receive(): Promise<boolean> {
    const { done, value } = await incoming.next();
    if (!done) received += value.toString('latin1');
    return !done;
  }

  async function receiveUntil(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      if (!(await receive())) throw new Error(`The connection ended after ${JSON.stringify(received)}`);
    }
  }

  async function take(length: number): Promise<string> {
    await receiveUntil(() => received.length >= length);
    const taken = received.slice(0, length);
    received = received.slice(length);
    return taken;
  }

  async function takeHead(): Promise<string> {
    await receiveUntil(() => received.includes(END));
    return take(received.indexOf(END) + END.length);
  }

  return {
    socket,
    write: (bytes) => socket.write(bytes, 'latin1'),
    async reply(method = 'GET') {
      const { status, headers } = parseHead(await takeHead());
      const length = isBodiless(method, status) ? 0 : Number(headers.get('content-length'));
      return { status, headers, body: Buffer.from(await take(length), 'latin1').toString() };
    },
    async rest() {
      while (await receive());
      return received;
    },
  };
}

/** Tells whether a reply has no body, whatever its headers say (RFC 9112, 6.3). */
function isBodiless(method: string, status: number): boolean {
  return method === 'HEAD' || status < 200 || status === 204 || status === 304;
}

/** Parses a head strictly by RFC 9112, and refuses repeated headers. */
function parseHead(head: string): Omit<WireReply, 'body'> {
  const [line = '', ...fields] = head.slice(0, -END.length).split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) [ -~]+$/.exec(line) ?? [];
  if (status === undefined) throw new Error(`No status line: ${JSON.stringify(head)}`);
  const headers = new Map<string, string>();
  for (const field of fields) {
    const [, name, value] = /^([\w-]+): ([!-~](?:[ -~]*[!-~])?)$/.exec(field) ?? [];
    if (name === undefined || value === undefined || headers.has(name.toLowerCase()))
      throw new Error(`No header: ${JSON.stringify(field)}`);
    headers.set(name.toLowerCase(), value);
  }
  return { status: Number(status), headers };
}
