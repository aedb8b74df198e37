import { expect, it } from 'vitest';
import { endpoint } from '../../src/contract/endpoint.ts';
import { unknown } from '../../src/fields/optional.ts';
import { createCore } from '../../src/http/core.ts';
import { inject } from '../../src/http/inject.ts';

/** Requests to an app without a host. */

const row = { method: 'POST', summary: '', reply: { status: 200, body: unknown() } } as const;
const endpoints = {
  countBytes: endpoint({ ...row, path: '/bytes', body: 'bytes' }),
  writeLater: endpoint({ ...row, path: '/later' }),
  readOther: endpoint({
    ...row,
    path: '/other',
    body: unknown(),
    otherBody: (type) => (type === '' ? 'bytes' : undefined),
  }),
};
const core = createCore(
  { title: '', version: '', endpoints },
  {
    countBytes: ({ body }) => body instanceof Uint8Array && [...body],
    writeLater: async () => 1,
    readOther: ({ body }) => body instanceof Uint8Array,
  },
  { limits: { body: 3 } },
);
const post = (target: string, body?: string | Uint8Array, headers = {}) =>
  inject(core, { method: 'POST', target, headers, body });

it.each([
  [undefined, '[]'],
  ['é', '[195,169]'],
  [new Uint8Array([0, 255]), '[0,255]'],
  [new Uint8Array([1, 2, 3]), '[1,2,3]'],
])('a body of %o arrives as %s', (body, expected) => {
  expect(post('/bytes', body)).toMatchObject({ status: 200, body: expected });
});

it('a body beyond the limit is refused', () => {
  expect(post('/bytes', 'abcd')).toMatchObject({ status: 413 });
});

it('a handler that answers later is a mistake', () => {
  expect(() => post('/later')).toThrow(new TypeError('POST /later is not answered at once'));
});

it('a body without a type may be another than the declared one', () => {
  expect([
    post('/other', '1').body,
    post('/other', '1', { 'Content-Type': 'application/json' }).body,
  ]).toEqual(['true', 'false']);
});
