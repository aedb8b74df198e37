import { expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { documentOf } from './_document.ts';

/** What a mock that remembers fills in for a new item, by the names of the properties that only the service sets. */

const integer = { type: 'integer', readOnly: true };
const boolean = { type: 'boolean', readOnly: true };
const time = { type: 'string', format: 'date-time', readOnly: true };

async function madeWith(
  names: readonly string[],
  schema: object,
): Promise<Readonly<Record<string, unknown>>> {
  const own = names.map((name) => [name, schema] as const);
  const properties = { id: integer, title: { type: 'string' }, ...Object.fromEntries(own) };
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const post = {
    requestBody: {
      content: { 'application/json': { schema: { properties: { title: { type: 'string' } } } } },
    },
    responses: { 201: { description: 'Made', content } },
  };
  const get = { responses: { 200: { description: 'One', content } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const paths = { '/lamps': { post }, '/lamps/{id}': { parameters: [id], get } };
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://localhost/lamps', {
    method: 'POST',
    headers,
    body: '{"title":"Desk"}',
  });
  const reply = await fromDocument(documentOf(paths), { remember: true }).fetch(request);
  const { id: made, title, ...others } = JSON.parse(await reply.text());
  expect([made, title]).toEqual([1, 'Desk']);
  return others;
}

it.each<[what: string, names: string, schema: object, expected: unknown]>([
  [
    'counts of nothing',
    `count likesCount commentCounts num_of_pages numberOfPages number_of_pages numof_pages numberofPages views likes votes
      followers version revision __v`,
    integer,
    0,
  ],
  [
    'other numbers',
    'country counter viewsPerDay versionNumber __v2 renumberOf price',
    integer,
    expect.any(Number),
  ],
  [
    'what is true',
    'isActive enabled isAvailable visible isPublic valid open success canEdit ok',
    boolean,
    true,
  ],
  ['what is not yet true', 'deleted locked done okay isHidden paid verified', boolean, false],
  [
    'times of the beginning',
    'createdAt created insertedAt registered_at updatedAt modified changedOn startsAt',
    time,
    expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
  ],
  [
    'times of what comes later',
    `deletedAt removedAt archivedAt cancelledAt completedAt finishedAt closedAt resolvedAt publishedAt expiresAt revokedAt
      verifiedAt confirmedAt approvedAt paidAt shippedAt deliveredAt lastLogin lastSeen readAt`,
    time,
    undefined,
  ],
])('%s', async (_, names, schema, expected) => {
  const all = names.split(/\s+/);
  const made = await madeWith(all, schema);
  const present = expected === undefined ? [] : all;
  expect(made).toEqual(Object.fromEntries(present.map((name) => [name, expected])));
  if (schema === integer && expected !== 0) expect(Object.values(made)).not.toContain(0);
});
