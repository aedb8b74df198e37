import { expect, it } from 'vitest';
import { select } from '../../src/cases/case.ts';
import { casesOf, subjectOf } from '../../src/cases/cases.ts';
import { createFetch } from '../../src/hosts/fetch.ts';
import { hosting } from '../../src/http/hosting.ts';
import { app } from '../../src/practice/app.ts';

/** Requests for faults in the table of refusals: only where faults are enabled and selected. */

const all = () => casesOf(subjectOf(app[hosting], { faults: true }));
const faults = [...all()].filter(({ kind }) => kind === 'fault');

it('the table has requests for faults if they are enabled', () => {
  expect(faults.map(({ id }) => id)).toContain('prefer/code=502/cut=body');
  expect([...casesOf(subjectOf(app[hosting]))].filter(({ kind }) => kind === 'fault')).toEqual([]);
});

it('a selection has no faults unless asked for', () => {
  const kinds = (selection?: object) => new Set([...select(all(), selection)].map(({ kind }) => kind));
  expect(kinds()).toEqual(new Set(['refused']));
  expect(kinds({ faults: true })).toEqual(new Set(['refused', 'fault']));
});

it.each(faults)('$id gets the expected reply', async ({ request, expected }) => {
  const answer = createFetch(app[hosting].build({ faults: true }));
  // A request that is aborted at once is answered at once.
  const signal = AbortSignal.abort();
  const response = await answer(
    new Request(`http://localhost${request.target}`, { headers: request.headers, signal }),
  );
  expect(response.status).toBe(expected.status);
  if (expected.body !== undefined) expect(await response.text()).toBe(expected.body);
});

it('the table that the service serves has the faults', async () => {
  const answer = createFetch(app[hosting].build({ faults: true }));
  const response = await answer(new Request('http://localhost/docs/cases.json'));
  const served: { id: string }[] = JSON.parse(await response.text());
  expect(served.map(({ id }) => id)).toEqual(expect.arrayContaining(faults.map(({ id }) => id)));
});
