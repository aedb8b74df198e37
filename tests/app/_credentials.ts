import { createApp } from '../../src/app.ts';
import { apiKey, basic, bearer } from '../../src/contract/credential.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { refuse } from '../../src/contract/outcome.ts';
import { object } from '../../src/fields/object.ts';
import { text } from '../../src/fields/text.ts';

const reply = { status: 200, body: text() } as const;
const row = { method: 'GET', summary: '', reply } as const;
const known = new Map([['good', 'ada']]);
const endpoints = {
  getAny: endpoint({ ...row, path: '/any', credential: bearer({ check: 'any' }) }),
  getUser: endpoint({
    ...row,
    path: '/user',
    credential: bearer({ check: (token) => known.get(token) }),
  }),
  getLater: endpoint({
    ...row,
    path: '/later',
    refusals: { 403: text() },
    credential: bearer({ check: async (token) => known.get(token) ?? refuse(403, 'Not yours') }),
  }),
  getLogin: endpoint({
    ...row,
    path: '/login',
    credential: basic({ check: ({ username, password }) => (password === 'päss' ? username : undefined) }),
  }),
  getKey: endpoint({ ...row, path: '/key', credential: apiKey({ in: 'query', name: 'key', check: 'any' }) }),
  getCookie: endpoint({
    ...row,
    path: '/cookie',
    credential: apiKey({ in: 'cookie', name: 'key', check: 'any' }),
  }),
  postKey: endpoint({
    method: 'POST',
    path: '/key',
    summary: '',
    body: object({ name: text() }),
    credential: apiKey({ in: 'header', name: 'X-Key', missing: 'Bring a key', check: async () => 'ada' }),
    reply,
  }),
};
/** Endpoints with every kind of credential. */
export const credentials = createApp(
  { title: 'Credentials', version: '1.0.0', endpoints },
  {
    getAny: ({ credential }) => credential,
    getUser: ({ credential }) => credential,
    getLater: ({ credential }) => credential,
    getLogin: ({ credential }) => credential,
    getKey: ({ credential }) => credential,
    getCookie: ({ credential }) => credential,
    postKey: ({ credential, body }) => `${credential} ${body.name}`,
  },
);
