import { createApp } from '../../src/app.ts';
import { endpoint, form } from '../../src/contract/endpoint.ts';
import { file } from '../../src/fields/file.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { optional } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';

const lamp = { name: text(), watts: integer({ min: 1 }), tag: optional(list(text())) };
const endpoints = {
  addLamp: endpoint({
    method: 'POST',
    path: '/lamps',
    summary: 'Add a lamp',
    body: form(lamp),
    reply: { status: 201, body: object(lamp) },
  }),
  addPhoto: endpoint({
    method: 'POST',
    path: '/photos',
    summary: 'Add a photo',
    body: form({ title: text(), photo: file() }),
    reply: { status: 201, body: object({ title: text(), name: text(), type: text(), size: integer() }) },
  }),
};
/** Endpoints that take forms. */
export const forms = createApp(
  { title: 'Forms', version: '1.0.0', endpoints },
  {
    addLamp: ({ body }) => body,
    addPhoto: ({ body: { title, photo } }) => ({
      title,
      name: photo.name,
      type: photo.type,
      size: photo.bytes.length,
    }),
  },
);
