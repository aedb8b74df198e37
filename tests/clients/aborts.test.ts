import { expect, it } from 'vitest';
import { clients } from './_clients.ts';
import { onEach } from './_peer.ts';
import { proxies } from './_proxies.ts';
import { examples } from './_requests.ts';

/** Clients that go away in the middle of their requests. */

onEach([...clients, ...proxies], (site) => {
  it('leaves the service as it was, where many go away at once', async () => {
    await site().breakOff(site().service);
    // Who asks is one of them.
    await expect.poll(() => inFlight(site().service.origin), { timeout: 60_000 }).toBe(1);
    await site().expectAnswers(examples());
    expect(site().service.output()).not.toMatch(/"level":"(?:warn|error|fatal)"/);
  });
});

async function inFlight(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^http_requests_in_flight (\d+)$/m.exec(metrics)?.[1]);
}
