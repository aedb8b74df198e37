import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { object } from '../../src/fields/object.ts';
import { text } from '../../src/fields/text.ts';

const reply = { status: 200, body: object({ id: text() }) } as const;
const params = { id: text() };
export const getLamp = endpoint({ method: 'GET', path: '/lamps/{id}', summary: 'Get a lamp', params, reply });
export const listLamps = endpoint({ method: 'GET', path: '/', summary: 'List lamps', reply });
const getMine = endpoint({ method: 'GET', path: '/lamps/mine', summary: 'Get my lamp', reply });
const getFile = endpoint({
  method: 'GET',
  path: '/lamps/{id}/{name}.{extension}',
  summary: 'Get a file of a lamp',
  params: { id: text(), name: text(), extension: text() },
  reply: { status: 200, body: object({ id: text(), name: text(), extension: text() }) },
});

/** An app with a prefix. */
export const prefixed = createApp(
  { title: 'Lamps', version: '1.0.0', endpoints: { getLamp, listLamps, getMine, getFile } },
  {
    getLamp: (input) => ({ id: input.params.id }),
    listLamps: () => ({ id: 'all' }),
    getMine: () => ({ id: 'mine' }),
    getFile: (input) => input.params,
  },
  { basePath: '/api/v1' },
);
