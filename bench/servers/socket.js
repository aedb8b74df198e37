/** The cost of the network on Node, and nothing else: a socket that answers fixed bytes to each packet, and reads none of it. */
import { createServer } from 'node:net';
import { workloads } from '../workloads.js';

/** Every request that is measured is of another length. */
const replies = new Map(workloads.map(({ request, unchecked }) => [request.length, replyWith(unchecked)]));

function replyWith({ status, body }) {
  const json = JSON.stringify(body);
  const head = `HTTP/1.1 ${status} OK\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n`;
  return Buffer.from(head + json);
}

/** The same request, with headers of another client: once, when what is answered is checked. */
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
