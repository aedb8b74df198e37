import { describe, expect, it } from 'vitest';
import { asProblems, casesOf, subjectOf } from '../../src/cases/cases.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { app } from '../../src/practice/app.ts';
import { runService } from '../_service.ts';

/** The table of refusals as problem details. */

const subject = subjectOf(app[hosting]);
const cases = [...asProblems(casesOf(subject), subject)];
const core = app[hosting].build();

describe('the table as problem details', () => {
  it('has every case, with the Accept header for problems', () => {
    expect(cases.map(({ id }) => id)).toEqual([...casesOf(subject)].map(({ id }) => id));
    for (const { request } of cases) expect(request.headers.Accept).toBe('application/problem+json');
  });

  it('has the real replies', () => {
    const told = cases.filter(({ expected }) => expected.status >= 400 && expected.body !== undefined);
    expect(told.length).toBeGreaterThan(200);
    for (const { id, request, expected } of told) {
      expect(inject(core, request).body, id).toBe(expected.body);
      expect(JSON.parse(expected.body ?? ''), id).toMatchObject({ status: expected.status });
      expect(expected.entries, id).toBe(undefined);
    }
  });

  it('has only the status of what hosts refuse', () => {
    const [tooLong] = cases.filter(({ id }) => id === 'target/too_long');
    expect(tooLong?.expected).toEqual({ status: 414 });
  });

  it('is printed by assay cases --problems', async () => {
    const { stdout } = await runService({}, ['cases', '--problems', '--json', '--only', 'path/not_found']);
    const [printed] = JSON.parse(stdout);
    expect(printed.request.headers).toEqual({ Accept: 'application/problem+json' });
    expect(JSON.parse(printed.expected.body)).toMatchObject({
      status: 404,
      detail: 'There is no such path.',
    });
  });
});
