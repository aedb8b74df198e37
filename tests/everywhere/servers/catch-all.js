import { serve } from 'srvx';
import { fetchBelow } from '../build/fetch.js';

/** The exports of a file `base/[[...path]]/route.js` for a framework that looks for methods by name, as Next.js does. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
const route = new Map(methods.map((method) => [method, fetchBelow]));

function fetch(request) {
  const handle = route.get(request.method);
  return handle ? handle(request) : new Response(null, { status: 405 });
}

const server = serve({ fetch, hostname: '127.0.0.1', port: 0, silent: true });
await server.ready();
console.log(JSON.stringify({ ports: Number(new URL(server.url).port), prefix: '/base', only: 'practice' }));
