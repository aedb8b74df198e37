import { expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { apiKey, bearer } from '../../src/contract/credential.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { integer } from '../../src/fields/number.ts';
import { text } from '../../src/fields/text.ts';

/** The documentation of an app calls neither its handlers nor the checks of its credentials. */

it('calls no check of a credential, however deep', async () => {
  const called: string[] = [];
  const check = (name: string) => () => {
    called.push(name);
    return undefined;
  };
  const key = (name: string) => apiKey({ in: 'header', name, check: check(name) });
  const credential = {
    ...bearer({ check: check('token') }),
    and: [key('X-Second'), { ...key('X-Third'), or: [key('X-Fourth')] }],
    or: [{ ...key('X-Fifth'), and: [key('X-Sixth')] }],
  };
  const getLamp = endpoint({
    method: 'GET',
    path: '/lamp',
    summary: 'Get the lamp',
    query: { watts: integer() },
    credential,
    reply: { status: 200, body: text() },
    examples: [
      { title: 'A lamp', query: { watts: '5' }, headers: { 'X-Fifth': '5', 'X-Sixth': '6' }, status: 200 },
    ],
  });
  const app = createApp(
    { title: 'Lamps', version: '1', endpoints: { getLamp } },
    {
      getLamp: () => {
        called.push('handler');
        return 'lamp';
      },
    },
  );
  for (const path of ['/docs/cases.json', '/docs', '/docs/errors', '/openapi.json']) {
    const response = await app.fetch(new Request(`http://localhost${path}`));
    expect(response.status, path).toBe(200);
    expect(await response.text()).not.toBe('');
  }
  expect(called).toEqual([]);
  const headers = { 'X-Fifth': '5', 'X-Sixth': '6' };
  await app.fetch(new Request('http://localhost/lamp?watts=5', { headers }));
  expect(called).toEqual(['X-Fifth']);
});
