import { createApp } from '../../src/app.ts';
import { bearer } from '../../src/contract/credential.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import type { Context } from '../../src/contract/outcome.ts';
import { refuse, reply } from '../../src/contract/outcome.ts';
import { boolean } from '../../src/fields/choice.ts';
import { list } from '../../src/fields/list.ts';
import { float, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { optional } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { thenable } from './_thenable.ts';

const row = { summary: '', reply: { status: 200, body: object({ id: integer() }) } } as const;
const endpoints = {
  getNow: endpoint({ ...row, method: 'GET', path: '/now' }),
  getLater: endpoint({ ...row, method: 'GET', path: '/later', refusals: { 404: text(), 429: text() } }),
  putLater: endpoint({ ...row, method: 'PUT', path: '/later', body: object({ id: integer() }) }),
  getRejected: endpoint({ ...row, method: 'GET', path: '/rejected' }),
  getNever: endpoint({ ...row, method: 'GET', path: '/never' }),
  getThenable: endpoint({ ...row, method: 'GET', path: '/thenable' }),
  getId: endpoint({ ...row, method: 'GET', path: '/id', reply: { status: 200, body: text() } }),
  getThrown: endpoint({
    ...row,
    method: 'GET',
    path: '/thrown',
    refusals: { 404: object({ id: integer() }) },
  }),
  getThrownLater: endpoint({ ...row, method: 'GET', path: '/thrown-later', refusals: { 404: text() } }),
  getGuarded: endpoint({
    ...row,
    method: 'GET',
    path: '/guarded',
    credential: bearer({
      check(token) {
        throw refuse(403, `Not for ${token}`);
      },
    }),
  }),
  getGuardedLater: endpoint({
    ...row,
    method: 'GET',
    path: '/guarded-later',
    credential: bearer({ check: async () => Promise.reject(refuse(401, 'Expired')) }),
  }),
  getResponse: endpoint({ ...row, method: 'GET', path: '/response' }),
  deleteLamp: endpoint({ ...row, method: 'DELETE', path: '/lamp', reply: { status: 204 } }),
  postLamp: endpoint({
    ...row,
    method: 'POST',
    path: '/lamps',
    reply: {
      status: 201,
      body: object({ id: integer() }),
      headers: { Location: text(), 'X-Left': integer(), Link: text() },
    },
  }),
  patchLamp: endpoint({ ...row, method: 'PATCH', path: '/lamp', reply: { status: 202, body: text() } }),
  getUnfit: endpoint({
    ...row,
    method: 'GET',
    path: '/unfit',
    reply: {
      status: 200,
      body: object({ id: integer(), lamps: list(object({ watts: integer({ min: 1 }) })) }),
    },
  }),
  getTexts: endpoint({
    ...row,
    method: 'GET',
    path: '/texts',
    reply: {
      status: 200,
      body: object({ id: integer(), ratio: float(), lit: boolean(), name: optional(text()) }),
    },
  }),
  getHeaderless: endpoint({
    ...row,
    method: 'GET',
    path: '/headerless',
    reply: { ...row.reply, headers: { 'X-A': text() } },
  }),
  getHeaderlessResponse: endpoint({
    ...row,
    method: 'GET',
    path: '/headerless-response',
    reply: { ...row.reply, headers: { 'X-A': text() } },
  }),
  getUnnamed: endpoint({
    ...row,
    method: 'GET',
    path: '/unnamed',
    reply: { ...row.reply, headers: { 'X-A': text() } },
  }),
  getMisfit: endpoint({ ...row, method: 'GET', path: '/misfit' }),
  getSplit: endpoint({
    ...row,
    method: 'GET',
    path: '/split',
    reply: { ...row.reply, headers: { 'X-A': text() } },
  }),
};

/** A header value with a colon, as if it were a header line. */
export const LINK = '</lamps>; rel=up; title="Lamps: all"';
/** The bugs that were reported in this process. */
export const bugs: unknown[] = [];
/** The contexts of requests to the handler that never answers. */
export const seen: Context[] = [];
/** A response in place of the value of a body, as JavaScript lets anybody return it. */
const response = (): never => Response.json({ id: 7 }) as never;
/** Endpoints whose handlers answer in every possible way. */
export const handlers = createApp(
  { title: 'Handlers', version: '1.0.0', endpoints },
  {
    getNow: () => ({ id: 1 }),
    getLater: async (_, { requestId }) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (requestId === 'missing') return refuse(404, 'No such lamp');
      return requestId === 'busy' ? refuse(429, 'Too many', { headers: { 'Retry-After': '5' } }) : { id: 2 };
    },
    putLater: async ({ body }) => body,
    getRejected: async () => Promise.reject(new Error('secret cause')),
    getNever: (_, context) => {
      seen.push(context);
      return new Promise((_, reject) => {
        context.signal.addEventListener('abort', () => reject(context.signal.reason));
      });
    },
    getThenable: () => thenable({ id: 3 }),
    getId: (_, { requestId }) => requestId,
    getThrown: () => {
      throw refuse(404, { id: 4, secret: true }, { headers: { 'X-A': 'thrown' } });
    },
    getThrownLater: async () => {
      throw refuse(404, 'No such lamp');
    },
    getGuarded: () => ({ id: 5 }),
    getGuardedLater: () => ({ id: 6 }),
    getResponse: () => response(),
    deleteLamp: async () => undefined,
    postLamp: () => reply({ id: 7 }, { headers: { Location: '/lamps/7', 'X-Left': 3, Link: LINK } }),
    patchLamp: () => 'soon',
    getTexts: () => JSON.parse('{"id":"+40","ratio":" 1","lit":"yes"}'),
    getMisfit: () => JSON.parse('7'),
    getUnfit: () => ({ id: Number('none'), lamps: [{ watts: 1 }, { watts: 0 }] }),
    getHeaderless: () => JSON.parse('{"id":1}'),
    getHeaderlessResponse: response,
    getUnnamed: () => reply({ id: 1 }, { headers: JSON.parse('null') }),
    getSplit: () => reply({ id: 1 }, { headers: { 'X-A': 'a\r\nSet-Cookie: b' } }),
  },
  { timeouts: { handlerTimeout: 50 }, onBug: (bug) => bugs.push(bug) },
);
