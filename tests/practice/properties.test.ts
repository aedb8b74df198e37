import fc from 'fast-check';
import { describe, it } from 'vitest';
import { byFetch } from '../_client.ts';
import type { Sent } from '../_hosts.ts';
import { type PracticeEndpoint, practiceEndpoints } from '../_practice.ts';

/** Random requests never get a 5xx, nor a reply that the OpenAPI document does not declare: `send` checks both. */

const rows = practiceEndpoints.map(([name, endpoint]) => ({ name, endpoint }));

const nearMiss = fc.constantFrom(
  ...[
    '',
    '0',
    '-1',
    '1.5',
    '1e400',
    '-0',
    '1_000',
    '٣',
    ' 7 ',
    'null',
    'ada@example.com',
    '@',
    'http://a.b',
    'x:',
  ],
  ...[
    '{6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d}',
    'Bearer ',
    'Bearer x',
    'abc',
    '\0',
    '\ud800',
    '＠',
    '%',
    '\u202e',
  ],
);
const text = fc.oneof(nearMiss, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const number = fc.constantFrom(
  '0',
  '-0',
  '1.50',
  '1e400',
  '-1e400',
  '9007199254740993',
  '1e-400',
  '30.0',
  '3e1',
);
const json = fc.oneof(
  { arbitrary: fc.json({ stringUnit: 'binary', maxDepth: 3 }), weight: 2 },
  { arbitrary: text.map((value) => JSON.stringify(value)), weight: 2 },
  { arbitrary: number, weight: 1 },
);
const odd = fc.constantFrom('', ' ', '{', '[1,]', '\ufeff{}', 'nul', '"\ud800"', '['.repeat(70));

/** An object with some of the declared properties, perhaps repeated, and others. */
function body(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom(...names), fc.constantFrom('__proto__', 'constructor', '', '1'));
  const member = fc.tuple(name, json).map(([key, value]) => `${JSON.stringify(key)}:${value}`);
  const whole = fc.tuple(...names.map((key) => json.map((value) => `${JSON.stringify(key)}:${value}`)));
  const members = fc.oneof(whole, fc.array(member, { maxLength: 6 }));
  return fc.oneof({ arbitrary: members.map((all) => `{${all.join(',')}}`), weight: 5 }, json, odd);
}

function query(names: readonly string[]): fc.Arbitrary<string> {
  const raw = fc.oneof(
    text.map((value) => encodeURIComponent(value.toWellFormed())),
    fc.constantFrom('%ff', '%zz', '+'),
  );
  const pair = fc.tuple(fc.constantFrom(...names, 'other', '__proto__', ''), raw);
  return fc.array(pair, { maxLength: 5 }).map((pairs) => pairs.map((each) => each.join('=')).join('&'));
}

/** Text that a header may hold. */
const headerText = text.map((value) => value.replace(/[^\t\x20-\x7e\xa0-\xff]/g, ''));

function headers(names: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const types = fc.constantFrom('application/json', 'text/plain', 'application/x+json', '');
  const declared = Object.fromEntries(names.map((name) => [name, headerText]));
  return fc.record(
    { ...declared, 'Content-Type': types, 'Content-Encoding': fc.constantFrom('gzip', 'identity') },
    {
      requiredKeys: [],
    },
  );
}

/** `Request` resolves dot segments before the service sees them. */
const isNoDotSegment = (text: string) => text !== '.' && text !== '..';

function requests({ method, path, ...parts }: PracticeEndpoint): fc.Arbitrary<Sent> {
  const segment = fc.oneof(
    fc.string({ minLength: 1 }).filter(isNoDotSegment).map(encodeURIComponent),
    fc.constantFrom('%', '%ff', '%00', 'a%2Fb'),
  );
  const names = typeof parts.body === 'object' ? Object.keys(parts.body) : ['any'];
  return fc.record({
    method: fc.constant(method),
    target: fc
      .tuple(segment, query(Object.keys(parts.query ?? {})))
      .map(([item, search]) => `${path.replace(/\{.*\}/, () => item)}?${search}`),
    headers: headers(Object.keys(parts.headers ?? {})),
    ...(method === 'POST' && { body: body(names) }),
  });
}

byFetch((send, { isRemote }) => {
  describe.each(rows)('$name', ({ endpoint }) => {
    it('answers any request with a declared status and body', async () => {
      await fc.assert(
        fc.asyncProperty(requests(endpoint), async (sent) => {
          await send(sent);
        }),
        { numRuns: isRemote ? 50 : 200 },
      );
    });
  });
});
