import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app/app.ts';
import { documentsOf } from '../../src/app/documents.ts';
import { createFetch } from '../../src/fetch/fetch.ts';
import { text } from '../../src/fields/text.ts';
import { createCore } from '../../src/http/app.ts';
import type { DeclaredReplies } from '../../src/http/faults/faults.ts';
import { hosting } from '../../src/http/hosting.ts';
import { contract, handlers } from '../../src/practice/app.ts';
import { refusalLookup } from '../../src/refusals/declared.ts';
import { caseFinder } from '../../src/refusals/find-case.ts';
import { caseFinder as preparedFinder } from '../../src/refusals/prepared-case.ts';
import { subjectOf } from '../../src/refusals/refusals.ts';

/** The search for refused cases on Workers, which goes through the documentation that was made beforehand. */

const app = createApp(contract, handlers, { liveExamples: true });
const subject = subjectOf(app[hosting]);
const list = (await documentsOf(app))['/docs/refusals.json'];
const elsewhere = caseFinder({ subject: () => subject, prepared: undefined });
const operations = Object.keys(contract.endpoints);

describe('on Workers', () => {
  it.each(operations)('%s has the same refusals as elsewhere', async (operation) => {
    const find = preparedFinder({ subject: () => subject, prepared: list });
    for (const status of [400, 401, 404, 405, 413, 415, 422])
      expect([status, await find(operation, status)]).toEqual([status, elsewhere(operation, status)]);
  });

  it.each([200, 409, 429, 500, 503])('no operation is refused with %i', (status) => {
    const find = preparedFinder({ subject: () => subject, prepared: list });
    expect([...operations, '__proto__'].filter((operation) => find(operation, status))).toEqual([]);
  });

  it('nothing is found without the documentation', () => {
    const find = preparedFinder({ subject: () => subject, prepared: undefined });
    expect(find('createUser', 422)).toBeUndefined();
  });

  it.each([
    ['an example', 'createUser', 422, 'reply'],
    ['the list', 'createUser', 415, 'pending'],
    ['the declared detail', 'getRoot', 409, 'reply'],
  ])('a refusal comes from %s', async (_, operation, status, kind) => {
    const endpoints = {
      ...contract.endpoints,
      getRoot: { ...contract.endpoints.getRoot, refusals: { 409: text() } },
    };
    const all = { ...contract, endpoints };
    const find = preparedFinder({ subject: () => subject, prepared: list });
    const prepared = refusalLookup(all, subject.inject, find)(operation, status);
    const made = refusalLookup(all, subject.inject, elsewhere)(operation, status);
    expect(prepared?.kind).toBe(kind);
    expect(prepared?.kind === 'pending' ? await prepared.reply : prepared).toEqual(made);
    expect(made).toMatchObject({ status });
  });

  it('a valid request gets the refusal that it prefers', async () => {
    const lookup = refusalLookup(
      contract,
      subject.inject,
      preparedFinder({ subject: () => subject, prepared: list }),
    );
    const declared: DeclaredReplies = (operation, code = 0) => lookup(operation, code);
    const answer = createFetch(createCore(contract, handlers, { declared }));
    const response = await answer(
      new Request('http://localhost/users', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Prefer: 'code=415' },
        body: '{"email":"ada@example.com"}',
      }),
    );
    expect([response.status, response.headers.get('preference-applied')]).toEqual([415, 'code=415']);
    expect(await response.text()).toContain('application/json');
  });
});
