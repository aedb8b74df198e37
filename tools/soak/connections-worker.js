/**
 * A worker that holds connections. Some are idle: they send one request. The others are slow: each sends a byte of a header
 * a second, and reconnects when it is disconnected.
 */
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { healthy } from './requests.js';

const { port, connections, idle = 0 } = workerData;
let open = 0;

// Real clients have processors of their own: these must not take one from the service that is measured.
setPriority(constants.priority.PRIORITY_LOW);

function countOpen() {
  open++;
  if (open === connections) parentPort.postMessage('all open');
}

function openIdle() {
  const socket = connect(port, '127.0.0.1', () => socket.write(healthy));
  socket.on('error', () => {}).once('data', countOpen);
}

function openSlow() {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('POST /users HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    countOpen();
  });
  const timer = setInterval(() => socket.write('x'), 1000);
  socket.on('error', () => {}).resume();
  socket.once('close', () => {
    clearInterval(timer);
    openSlow();
  });
}

for (let at = 0; at < connections; at++) setTimeout(at < idle ? openIdle : openSlow, at / 2);
