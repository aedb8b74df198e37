import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A relay that records what was sent on each connection. */
export interface Relay {
  readonly port: number;
  readonly sent: readonly string[];
  close(): Promise<void>;
}

export async function startRelay(to: number): Promise<Relay> {
  const sent: string[] = [];
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const number = sent.push('') - 1;
    client.on('data', (bytes) => {
      sent[number] += bytes.toString('latin1');
    });
    const service = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
    client.pipe(service).pipe(client);
    client.on('error', () => service.destroy());
    service.on('error', () => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, sent, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
