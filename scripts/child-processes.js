/** Servers in processes of their own, for benchmarks and soak tests. */
import { once } from 'node:events';
import { createServer } from 'node:net';

const children = new Set();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Ends a child process with this one, even if an exception ends that. */
export function endWithThis(child) {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

/** Finds a free port. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
