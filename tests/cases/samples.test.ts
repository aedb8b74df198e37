import { expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { subjectOf } from '../../src/cases/cases.ts';
import { acceptedRequest, newSearch, wrongForm } from '../../src/cases/changes.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { enumeration } from '../../src/fields/choice.ts';
import { integer } from '../../src/fields/number.ts';
import { optional, unknown } from '../../src/fields/optional.ts';
import { hosting } from '../../src/http/hosting.ts';
import { atOnce } from '../../src/text/turns.ts';

/** The requests that the table of refusals is made of. */

it('leaves out a value that only an empty text could be', () => {
  const row = endpoint({
    method: 'GET',
    path: '/lamps',
    summary: 'Lists lamps.',
    query: { page: integer(), sort: enumeration(['']) },
    reply: { status: 204 },
  });
  const app = createApp(
    { title: 'Lamps', version: '1', endpoints: { list: row } },
    { list: () => undefined },
  );
  const operation = { name: 'list', endpoint: row, subject: subjectOf(app[hosting]), siblings: [] };
  expect(acceptedRequest(operation).query).toEqual({ page: expect.any(String) });
});

it('leaves an optional value in a form of which all else is wrong', () => {
  const form = { age: integer(), name: unknown(), note: optional(unknown()) };
  const wanted = { side: 'refused', search: newSearch() } as const;
  const { age, ...others } = atOnce(wrongForm(form, { age: '7', name: 'Ada', note: 'a' }, wanted));
  expect(age).not.toBe('7');
  expect(others).toEqual({ note: 'a' });
});
