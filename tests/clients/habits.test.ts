import { expect, it } from 'vitest';
import { clients } from './_clients.ts';
import { onEach, type Peer } from './_peer.ts';
import { proxies } from './_proxies.ts';
import { startRelay } from './_relay.ts';
import { type Asked, expect100, get, upload } from './_requests.ts';

/** Properties of clients and proxies that the other tests here rely on. */

onEach(clients, (site, peer) => {
  it('reuses connections, waits for 100, and sends chunks', async () => {
    const list = () => [
      get(),
      upload('abc', { headers: expect100 }),
      upload('abc', { chunked: true }),
      get(),
    ];
    const sent = await sentBy(peer, site().service.port, [list(), list()]);
    const text = sent.join('');
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(text.match(/^GET /gm)).toHaveLength(4);
    expect(text.match(/^transfer-encoding: chunked\r$/gim)).toHaveLength(2);
    // Some send Expect with chunks by themselves.
    expect(text.match(/^expect: 100-continue\r$/gim)?.length).toBeGreaterThanOrEqual(2);
  });
});

onEach(proxies, (site, peer) => {
  it('reuses connections to the service', async () => {
    const [sent = ''] = await sentBy(peer, site().service.port, [[get(), get(), get(), get()]]);
    expect(sent.match(/^GET \/items/gm)?.length).toBeGreaterThan(1);
  });
});

/** The bytes that a peer sends on each connection. */
async function sentBy(peer: Peer, port: number, lists: readonly Asked[][]): Promise<readonly string[]> {
  const relay = await startRelay(port);
  const opened = await peer.open(relay.port);
  await opened.ask(lists);
  await opened.close();
  await relay.close();
  return relay.sent;
}
