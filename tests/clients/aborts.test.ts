import { expect, it } from 'vitest';
import { clients } from './_clients.ts';
import { onEach } from './_peer.ts';
import { proxies } from './_proxies.ts';
import { examples } from './_requests.ts';

/** Clients that disconnect during their requests. */

onEach([...clients, ...proxies], (site) => {
  it('leaves nothing behind when many disconnect at once', async () => {
    await site().breakOff(site().service);
    // The scrape itself is in flight.
    await expect.poll(() => inFlight(site().service.origin), { timeout: 60_000 }).toBe(1);
    await site().expectAnswers(examples());
    expect(site().service.output()).not.toMatch(/"level":"(?:warn|error|fatal)"/);
  });
});

async function inFlight(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^http_requests_in_flight (\d+)$/m.exec(metrics)?.[1]);
}
