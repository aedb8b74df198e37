import { expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { casesJson } from '../../src/cases/case.ts';
import { casesOf, subjectOf } from '../../src/cases/cases.ts';
import { endpoint, form } from '../../src/contract/endpoint.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { unknown } from '../../src/fields/optional.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';

/** Edge cases of the table of refusals. */

const row = { summary: 'Finds lamps.', reply: { status: 200, body: object({}) } } as const;
const endpoints = {
  find: endpoint({ ...row, method: 'GET', path: '/lamps', query: { any: unknown(), watts: integer() } }),
  add: endpoint({
    ...row,
    method: 'POST',
    path: '/lamps',
    body: form({ any: unknown(), watts: integer(), tags: list(integer()) }),
  }),
  put: endpoint({ ...row, method: 'PUT', path: '/lamps', body: object({ watts: integer() }) }),
};
const handlers = { find: () => ({}), add: () => ({}), put: () => ({}) };
const app = createApp({ title: 'Lamps', version: '1', endpoints }, handlers, {
  limits: { body: 2 * 1024 * 1024 },
});
const cases = [...casesOf(subjectOf(app[hosting]))];

it('has only cases that are answered as it says', () => {
  const core = app[hosting].build();
  // Heads beyond the limits are for hosts to refuse.
  const own = cases.filter(({ operation }) => operation !== undefined);
  expect(own.map(({ id, request }) => [id, inject(core, request).status])).toEqual(
    own.map(({ id, expected }) => [id, expected.status]),
  );
});

it('leaves out what takes anything where everything else is wrong', () => {
  const wrong = cases.filter(({ title }) => title.endsWith(' are wrong at once'));
  expect(wrong.map(({ title }) => title)).toEqual([
    'any in the query and watts in the query are wrong at once',
    'any, watts and tags[0] are wrong at once',
  ]);
});

it('shows no body of megabytes', () => {
  expect(cases.some(({ id }) => id.endsWith('too_deep'))).toBe(true);
  expect(cases.some(({ id }) => id.endsWith('too_large') && id.includes('body'))).toBe(false);
});

it('is a list in JSON, also of nothing', () => {
  expect(JSON.parse([...casesJson(cases)].join(''))).toHaveLength(cases.length);
  expect(JSON.parse([...casesJson([])].join(''))).toEqual([]);
});
