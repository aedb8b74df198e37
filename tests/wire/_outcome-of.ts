import { get } from './_bytes.ts';
import { openWire } from './_wire.ts';

/** Summarizes the reply to a request: its status, if it has words, and if the connection goes on. */
export async function outcomeOf(
  port: number,
  request: string,
  next = get('Connection: close'),
): Promise<string> {
  const { socket, write } = await openWire(port);
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes;
  });
  socket.on('error', () => {});
  write(request + next);
  await new Promise((resolve) => socket.once('close', resolve));
  const [first = 'nothing', second] = Array.from(
    received.matchAll(/HTTP\/1\.1 (\d+) /g),
    ([, status]) => status,
  );
  const words = received.includes('{"detail":') ? ' in words' : '';
  return `${first}${words}, ${second === '200' ? 'goes on' : 'closed'}`;
}
