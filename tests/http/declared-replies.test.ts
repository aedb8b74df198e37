import { describe, expect, it } from 'vitest';
import { endpoint } from '../../src/contract/endpoint.ts';
import { refuse } from '../../src/contract/outcome.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { text } from '../../src/fields/text.ts';
import { createCore } from '../../src/http/core.ts';
import type { DeclaredReplies } from '../../src/http/faults.ts';
import { inject } from '../../src/http/inject.ts';
import { uncachedJson } from '../../src/http/reply.ts';

/** Requests that prefer a reply which the endpoint declares, by its status or by the name of an example. */

const replies = new Map([
  ['404', { ...uncachedJson('"nothing"'), status: 404 }],
  ['lamp', uncachedJson('"a lamp"')],
  ['a "lamp"', uncachedJson('"a quoted lamp"')],
  ['x'.repeat(128), uncachedJson('"a long name"')],
  ['x'.repeat(129), uncachedJson('"a longer name"')],
]);
const declared: DeclaredReplies = (operation, { code, example }) =>
  operation === 'getLamp' ? replies.get(example ?? String(code)) : undefined;

let calls = 0;
const getLamp = endpoint({
  method: 'GET',
  path: '/lamps/{id}',
  summary: '',
  params: { id: integer() },
  reply: { status: 200, body: object({ id: integer() }) },
  refusals: { 409: text() },
});
const coreWith = (pureHandlers: boolean) =>
  createCore(
    { title: '', version: '', endpoints: { getLamp } },
    {
      getLamp: () => {
        calls++;
        return pureHandlers ? refuse(409, 'Taken') : { id: 7 };
      },
    },
    {
      declared,
      faults: true,
      pureHandlers,
      routes: [{ method: 'GET', path: '/page', answer: () => uncachedJson('"a page"') }],
    },
  );
const core = coreWith(false);

function ask(prefer: string, target = '/lamps/7', service = core) {
  const { status, headers, body } = inject(service, { method: 'GET', target, headers: { Prefer: prefer } });
  const applied = /^Preference-Applied: (.*)\r\n/m.exec(headers)?.[1];
  return [status, applied, body];
}

describe('a valid request gets', () => {
  it.each([
    ['code=404', [404, 'code=404', '"nothing"']],
    ['example=lamp', [200, 'example=lamp', '"a lamp"']],
    ['example="a \\"lamp\\""', [200, 'example', '"a quoted lamp"']],
    [`example=${'x'.repeat(128)}`, [200, `example=${'x'.repeat(128)}`, '"a long name"']],
    [`example=${'x'.repeat(129)}`, [200, 'example', '"a longer name"']],
    ['example=lamp, code=200', [200, 'code=200, example=lamp', '"a lamp"']],
    ['example=none, code=404', [404, 'code=404', '"nothing"']],
    ['example=lamp, cut=body', [200, 'example=lamp, cut=body', '"a l']],
    ['code=404, seed=1', [404, 'code=404, seed', '"nothing"']],
    ['code=404, dynamic=true', [404, 'code=404, dynamic=true', '"nothing"']],
    ['code=410, seed=1', [410, 'code=410', '{"detail":"Gone"}']],
    ['code=410', [410, 'code=410', '{"detail":"Gone"}']],
  ])('what it prefers, without the handler: %s', (prefer, expected) => {
    calls = 0;
    expect(ask(prefer)).toEqual(expected);
    expect(calls).toBe(0);
  });

  it.each([
    ['example=none', [200, undefined, '{"id":7}']],
    ['code=201', [200, undefined, '{"id":7}']],
    ['code=200', [200, 'code=200', '{"id":7}']],
  ])('the usual reply where nothing is declared: %s', (prefer, expected) => {
    calls = 0;
    expect(ask(prefer)).toEqual(expected);
    expect(calls).toBe(1);
  });
});

it.each([
  ['code=404', '/lamps/%ff', 400],
  ['example=lamp', '/lamps/x', 422],
  ['code=404', '/nowhere', 404],
])('a request that is refused gets the refusal: %s', (prefer, target, status) => {
  const usual = inject(core, { method: 'GET', target, headers: {} });
  expect(ask(prefer, target).slice(0, 1)).toEqual([status]);
  if (target !== '/nowhere') expect(ask(prefer, target)).toEqual([status, undefined, usual.body]);
});

it('a handler without effects may refuse the request first', () => {
  expect(ask('example=lamp', '/lamps/7', coreWith(true))).toEqual([409, undefined, '{"detail":"Taken"}']);
});

it('a page gets no reply of an endpoint', () => {
  expect(ask('example=lamp', '/page')).toEqual([200, undefined, '"a page"']);
});
