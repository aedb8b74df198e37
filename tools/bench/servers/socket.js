/** The cost of the network alone: a socket that answers each packet with fixed bytes, and parses nothing. */
import { createServer } from 'node:net';
import { workloads } from '../workloads.js';

/** Replies by the length of the request, which differs for each workload. */
const replies = new Map(workloads.map(({ request, unchecked }) => [request.length, replyWith(unchecked)]));

function replyWith({ status, body }) {
  const json = JSON.stringify(body);
  const head = `HTTP/1.1 ${status} OK\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n`;
  return Buffer.from(head + json);
}

/** Finds the reply to the same request from another client, which sends other headers: the one that checks the server. */
function find(packet) {
  const [head, body] = packet.toString('latin1').split('\r\n\r\n');
  const [line] = head.split('\r\n');
  const { request } = workloads.find(
    (workload) => workload.request.startsWith(line) && workload.request.endsWith(`\r\n\r\n${body}`),
  );
  return replies.get(request.length);
}

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('data', (packet) => socket.write(replies.get(packet.length) ?? find(packet)));
  socket.on('error', () => {});
});
server.listen(process.env.PORT, '127.0.0.1');
