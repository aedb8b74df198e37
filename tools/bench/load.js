/**
 * The load generator: sends prepared requests over raw sockets, in a process of its own, so that its CPU time is not counted.
 * A message with a `port` opens connections and sends one request on each; one with a `count` sends that many requests;
 * `trickle` sends one more on each connection, a byte in every packet.
 */
import { connect } from 'node:net';

let sockets = [];

process.on('message', async (message) => {
  try {
    process.send(await handle(message));
  } catch (error) {
    process.send({ error: error.message });
  }
});

function handle(message) {
  if (message.trickle) return trickle();
  return message.port ? open(message) : run(message.count);
}

async function open({ port, request, connections }) {
  for (const { socket } of sockets) socket.removeAllListeners('close').destroy();
  const requests = [request].flat().map((each) => Buffer.from(each, 'latin1'));
  const ofConnection = (at) => requests[at % requests.length];
  sockets = await Promise.all(
    Array.from({ length: connections }, (_, at) => openOne(port, ofConnection(at))),
  );
  return { length: sockets[0].length };
}

/** Opens a connection; every later reply on it is as long as the first. */
function openOne(port, bytes) {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(bytes));
    socket.on('error', reject).on('close', () => reject(new Error('The server closed a connection')));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const length = lengthOf(text);
      if (text.length < length) return;
      socket.removeAllListeners('data');
      resolve({ socket, bytes, length });
    });
  });
}

/** The length of the whole reply; infinite until its head has arrived. */
function lengthOf(text) {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return Number.POSITIVE_INFINITY;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end)) ?? [];
  if (length === undefined) throw new Error(`A reply without a length: ${text}`);
  return end + 4 + Number(length);
}

/** Milliseconds between two bytes of a request, so that a server reads each by itself. */
const PACE = 0.8;

/** Sends the request on all connections at once, byte by byte, and waits until each is answered. */
async function trickle() {
  const answered = Promise.all(sockets.map(replied));
  const [{ bytes }] = sockets;
  let due = performance.now();
  for (const at of bytes.keys()) {
    for (const { socket } of sockets) socket.write(bytes.subarray(at, at + 1));
    due = Math.max(due + PACE, performance.now());
    while (performance.now() < due) await new Promise(setImmediate);
  }
  await answered;
  return {};
}

function replied({ socket, length }) {
  return new Promise((resolve, reject) => {
    let received = 0;
    socket.removeAllListeners('close').on('close', () => reject(new Error('The server closed a connection')));
    socket.removeAllListeners('data').on('data', (chunk) => {
      received += chunk.length;
      if (received >= length) resolve();
    });
  });
}

/** Sends that many requests, and returns the rate and the latencies in milliseconds. */
async function run(count) {
  const taken = new Float64Array(count);
  let sent = 0;
  let answered = 0;
  const begun = performance.now();
  const exchange = ({ socket, bytes, length }) =>
    new Promise((resolve, reject) => {
      let received = 0;
      let start = 0;
      const send = () => {
        if (sent === count) return resolve();
        sent++;
        start = performance.now();
        socket.write(bytes);
      };
      socket
        .removeAllListeners('close')
        .on('close', () => reject(new Error('The server closed a connection')));
      socket.removeAllListeners('data').on('data', (chunk) => {
        received += chunk.length;
        if (received < length) return;
        received = 0;
        taken[answered++] = performance.now() - start;
        send();
      });
      send();
    });
  let isDone = false;
  const keepSpinning = () => isDone || setImmediate(keepSpinning);
  keepSpinning();
  await Promise.all(sockets.map(exchange));
  isDone = true;
  const seconds = (performance.now() - begun) / 1000;
  taken.sort();
  return { perSecond: count / seconds, p50: taken[count >> 1], p99: taken[Math.floor(count * 0.99)] };
}
