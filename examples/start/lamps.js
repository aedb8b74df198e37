import { createApp, endpoint, refuse, reply } from 'assay';
import { integer, object, text, uuid } from 'assay/fields';

const lamp = object({ id: uuid(), name: text(), watts: integer() });

const addLamp = endpoint({
  method: 'POST',
  path: '/lamps',
  summary: 'Add a lamp',
  body: object({ name: text({ minLength: 1 }), watts: integer({ min: 1, max: 100 }) }),
  reply: { status: 201, body: lamp, headers: { Location: text() } },
});

const getLamp = endpoint({
  method: 'GET',
  path: '/lamps/{id}',
  summary: 'Get a lamp',
  params: { id: uuid() },
  reply: { status: 200, body: lamp },
  refusals: { 404: text() },
});

const lamps = new Map();

export default createApp(
  { title: 'Lamps', version: '1.0.0', endpoints: { addLamp, getLamp } },
  {
    addLamp({ body }) {
      const added = { id: crypto.randomUUID(), ...body };
      lamps.set(added.id, added);
      return reply(added, { headers: { Location: `/lamps/${added.id}` } });
    },
    getLamp: ({ params }) => lamps.get(params.id) ?? refuse(404, 'No such lamp'),
  },
);
