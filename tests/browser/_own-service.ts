import { createServer, type RequestListener } from 'node:http';
import { afterAll } from 'vitest';
import { listen } from '../../src/hosts/node/place.ts';

/** Starts a service of one's own, which pages of other origins may use, for the tests of a file. Returns its origin. */
export async function ownService(answer: RequestListener): Promise<string> {
  const own = createServer((request, response) => {
    for (const what of ['Origin', 'Headers', 'Methods'])
      response.setHeader(`Access-Control-Allow-${what}`, '*');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else answer(request, response);
  });
  afterAll(() => {
    own.close();
    own.closeAllConnections();
  });
  return listen(own, { port: 0, host: '127.0.0.1' });
}
