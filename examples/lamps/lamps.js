import { createApp, endpoint, refuse, reply } from 'assay';
import { integer, object, text, uuid } from 'assay/fields';
import { createStore } from './store.js';

const lamp = object({ id: uuid(), name: text(), watts: integer() });

const getLamp = endpoint({
  method: 'GET',
  path: '/lamps/{id}',
  summary: 'Get a lamp',
  params: { id: uuid() },
  reply: { status: 200, body: lamp },
  refusals: { 404: text() },
});

const addLamp = endpoint({
  method: 'POST',
  path: '/lamps',
  summary: 'Add a lamp',
  body: object({ name: text(), watts: integer({ min: 1, max: 100 }) }),
  reply: { status: 201, body: lamp, headers: { Location: text() } },
  examples: [
    { title: 'A desk lamp', body: { name: 'Desk', watts: 40 }, status: 201 },
    { title: 'A lamp that gives no light', body: { name: 'Desk', watts: 0 }, status: 422 },
  ],
});

const store = createStore();

export default createApp(
  { title: 'Lamps', version: '1.0.0', endpoints: { getLamp, addLamp } },
  {
    getLamp: async ({ params }, { signal }) =>
      (await store.find(params.id, { signal })) ?? refuse(404, 'No such lamp'),
    addLamp: async ({ body }) => {
      const added = await store.add(body);
      return reply(added, { headers: { Location: `/lamps/${added.id}` } });
    },
  },
);
