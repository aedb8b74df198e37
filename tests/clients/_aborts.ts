import { once } from 'node:events';
import { connect } from 'node:net';

const HOST = 'Host: a\r\n';
const SIGNED = `POST /webhook HTTP/1.1\r\n${HOST}X-Webhook-Signature: abc123\r\n`;
const BODY = 'x'.repeat(3000);

const requests = [
  `GET /openapi.json HTTP/1.1\r\n${HOST}\r\n`,
  `${SIGNED}Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
  `${SIGNED}Content-Length: ${BODY.length}\r\nExpect: 100-continue\r\n\r\n${BODY}`,
  `${SIGNED}Transfer-Encoding: chunked\r\n\r\nbb8\r\n${BODY}\r\n0\r\n\r\n`,
  `POST /nothing HTTP/1.1\r\n${HOST}Content-Length: ${BODY.length}\r\nExpect: 100-continue\r\n\r\n${BODY}`,
];

const CLIENTS = 400;
const AT_A_TIME = 40;

/** Lets many clients abort their requests, or disconnect during the replies. */
export async function breakOffMany(port: number): Promise<void> {
  let begun = 0;
  async function breakOffNext(): Promise<void> {
    for (let at = begun++; at < CLIENTS; at = begun++) await breakOff(port, at);
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, breakOffNext));
}

/** Sends part of a request and resets or closes the connection, or resets it after the first bytes of the reply. */
async function breakOff(port: number, at: number): Promise<void> {
  const request = requests[at % requests.length] ?? '';
  const isWhole = at % 3 === 2;
  const length = isWhole ? request.length : 1 + Math.floor(request.length * ((at * 0.618) % 1));
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(request.slice(0, length), 'latin1', () => {
    if (isWhole) socket.once('data', () => socket.resetAndDestroy());
    else if (at % 3 === 0) socket.resetAndDestroy();
    else socket.destroy();
  });
  await closed;
}
