import { afterAll, describe, expect, it, test } from 'vitest';
import { cases, mismatch, requestOf } from '../../src/entries/testing.ts';
import { app } from '../../src/practice/app.ts';
import { type Server, serve } from '../check/_server.ts';

/** `assay/testing`: a test for each each. */

describe('against a fetch handler', () => {
  for (const each of cases(app))
    test(each.id, async () => {
      expect(await mismatch(each, await app.fetch(requestOf(each)), { match: 'exact' })).toBeUndefined();
    });
});

describe('against an address', () => {
  let server: Server | undefined;
  afterAll(() => server?.close());

  for (const each of cases(app, {
    only: ['createUser/*'],
    skip: ['*/email_*'],
    accepted: true,
    limits: true,
  }))
    test(each.id, async () => {
      server ??= await serve();
      expect(await mismatch(each, await fetch(requestOf(each, server.address)))).toBeUndefined();
    });
});

describe('the cases', () => {
  const ids = (selection: Parameters<typeof cases>[1]) => Array.from(cases(app, selection), ({ id }) => id);

  it('include only requests that must be refused, unless options add others', () => {
    const usual = ids({});
    expect(usual).toContain('createUser/body.age/less_than_equal');
    expect(usual).not.toContain('createUser/body.age/accepted/120');
    expect(usual).not.toContain('createUser/body/too_large');
    expect(ids({ accepted: true })).toContain('createUser/body.age/accepted/120');
    expect(ids({ limits: true })).toContain('createUser/body/too_large');
  });

  it.each([
    [['createUser/body.age/less_than_equal'], 1],
    [['createUser/body.age/*_equal'], 2],
    [['*/body.age/*', 'path/not_found'], 11],
    [['*.age/*less*'], 1],
  ])('can be selected by id: %j', (only, count) => {
    expect(ids({ only })).toHaveLength(count);
  });

  it('can be selected by one pattern without a list', () => {
    const only = 'createUser/body.age/*';
    expect(ids({ only })).toEqual(ids({ only: [only] }));
    expect(ids({ only, skip: '*_equal' })).toEqual(ids({ only: [only], skip: ['*_equal'] }));
  });

  it.each([{ only: 'age' }, { only: ['path/not_found*found'] }, { skip: '*' }])(
    'must choose something: %j',
    (selection) => {
      expect(() => ids(selection)).toThrow('No test case has an id that only and skip of cases() choose');
    },
  );
});

describe('a mismatch', () => {
  const [each] = cases(app, { only: ['createUser/body.age/less_than_equal'] });
  if (!each) throw new Error('there is no such case');
  const reply = (status: number, body: string) =>
    new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
  const entry = { type: 'value_error', loc: ['body', 'age'] };

  it.each([
    {
      response: reply(201, '{}'),
      says: 'the status is 201 instead of 422\nexpected 422 with value_error at body.age\ngot      201 (application/json) {}',
    },
    { response: reply(422, ''), says: 'the body is not JSON with a list of entries' },
    { response: reply(422, '{"detail":"no"}'), says: 'the body is not JSON with a list of entries' },
    { response: reply(422, '{"detail":[]}'), says: 'there is no value_error at body.age' },
    {
      response: reply(422, JSON.stringify({ detail: [entry, entry] })),
      says: 'there is an unexpected value_error at body.age',
    },
  ])('describes the difference: $says', async ({ response, says }) => {
    expect(await mismatch(each, response)).toContain(`${each.id}: ${says}`);
  });

  it('can compare only the status', async () => {
    expect(await mismatch(each, reply(422, ''), { match: 'status' })).toBeUndefined();
  });
});
