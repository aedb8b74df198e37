import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { optional } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';

const row = { summary: '' } as const;
const endpoints = {
  getTags: endpoint({
    ...row,
    method: 'GET',
    path: '/tags',
    query: { tag: list(integer()), more: optional(list(text())), last: optional(text()) },
    reply: {
      status: 200,
      body: object({ tag: list(integer()), more: optional(list(text())), last: optional(text()) }),
    },
  }),
  getCookies: endpoint({
    ...row,
    method: 'GET',
    path: '/cookies',
    cookies: { session: text(), visits: optional(integer(), 0) },
    reply: { status: 200, body: object({ session: text(), visits: integer() }) },
  }),
  postList: endpoint({
    ...row,
    method: 'POST',
    path: '/list',
    body: list(integer()),
    reply: { status: 200, body: list(integer()) },
  }),
  postOptional: endpoint({
    ...row,
    method: 'POST',
    path: '/optional',
    body: optional(object({ id: integer() })),
    reply: { status: 200, body: optional(object({ id: integer() })) },
  }),
  postBytes: endpoint({
    ...row,
    method: 'POST',
    path: '/bytes',
    body: 'bytes',
    reply: { status: 200, body: list(integer()) },
  }),
};
/** Endpoints that declare lists, cookies and bodies of every kind. */
export const parts = createApp(
  { title: 'Parts', version: '1.0.0', endpoints },
  {
    getTags: ({ query }) => query,
    getCookies: ({ cookies }) => cookies,
    postList: ({ body }) => body,
    postOptional: ({ body }) => body,
    postBytes: ({ body }) => [...body],
  },
);
