import { it } from 'vitest';
import { clients } from './_clients.ts';
import { onEach } from './_peer.ts';
import { proxies } from './_proxies.ts';
import { examples, get, json, request, upload } from './_requests.ts';

/** Ordinary requests. */

const LONG = 60_000;
const TOO_LONG = 70_000;
const user = (name: string) => JSON.stringify({ name, email: 'ada@example.com', age: 36 });
const refused = (name: string) => JSON.stringify({ name, email: 'ada' });

onEach([...clients, ...proxies], (site) => {
  it('gets the replies to all examples', async () => {
    await site().expectAnswers(examples());
  });

  it.each([false, true])(
    'gets replies to bodies of 60 KB and replies of more, in chunks: %s',
    async (chunked) => {
      const long = 'é'.repeat(LONG / 2);
      await site().expectAnswers([
        upload(long, { chunked }),
        request('POST', '/users/', { headers: json, body: user(long), chunked }),
        request('POST', '/users/', { headers: json, body: refused(long), chunked }),
        get(),
      ]);
    },
  );

  it.each([false, true])('gets a 413 for a body over the limit, in chunks: %s', async (chunked) => {
    await site().expectAnswers([upload('x'.repeat(TOO_LONG), { chunked }), get()]);
  });

  it('gets each of many concurrent replies for its own request', async () => {
    await site().expectAnswers(...Array.from({ length: 16 }, many));
  });
});

/** Requests whose replies show which request they belong to. */
function many(_: unknown, list: number) {
  return Array.from({ length: 20 }, (_, at) => [
    get(`/items/${list}-${at}`),
    request('POST', '/users/', { headers: json, body: user(`${list}-${at}`) }),
    request('POST', '/users/', { headers: json, body: refused(`${list}-${at}`), chunked: true }),
  ]).flat();
}
