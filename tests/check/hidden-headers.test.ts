import { expect, it } from 'vitest';
import { curlFor } from '../../src/check/reporters/reporter.ts';

/** The values of headers that the user gave, in the command lines of reports. */

it.each([
  ['Authorization', 'Bearer hush', 'Authorization: Bearer $TOKEN'],
  ['authorization', 'hush', 'authorization: $TOKEN'],
  ['X-Trace', 'secret words', 'X-Trace: $X_TRACE'],
  ['Cookie', 'sid=hush', 'Cookie: lang=\\$en; size=\\`7\\\\; $COOKIE'],
  ['cookie', 'a=secret; lang=words', 'cookie: sid=1; size=\\`7\\\\; $COOKIE'],
])('%s: %s is shown as a variable', (name, value, shown) => {
  const request = { method: 'GET', target: '/lamps', headers: { Cookie: 'sid=1; lang=$en; size=`7\\' } };
  const result = { case: { request }, headers: [[name, value]], query: [] } as unknown as Parameters<
    typeof curlFor
  >[1];
  const line = curlFor('http://a.b', result);
  expect(line).toContain(shown);
  expect(line).not.toMatch(/hush|secret|words/);
});
