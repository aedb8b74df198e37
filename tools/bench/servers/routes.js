/** An Assay service with as many endpoints as `ROUTES` says, all alike. */
import { object, text } from '../../../dist/fields/index.js';
import { createApp, endpoint } from '../../../dist/index.js';
import { pathOf } from '../paths.js';

const { HOST: host, PORT: port, ROUTES: routes } = process.env;
const rows = Array.from({ length: Number(routes) }, (_, n) => [`get${n}`, rowOf(pathOf(n))]);

function rowOf(path) {
  const params = path.includes('{id}') ? { id: text() } : {};
  return endpoint({
    method: 'GET',
    path,
    summary: 'Say hello',
    params,
    reply: { status: 200, body: object({ id: text() }) },
  });
}

const handlers = rows.map(([name]) => [name, ({ params }) => ({ id: params.id ?? '' })]);
const contract = { title: 'Routes', version: '1.0.0', endpoints: Object.fromEntries(rows) };
await createApp(contract, Object.fromEntries(handlers)).listen({ host, port: Number(port) });
