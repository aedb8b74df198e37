import { expect, it } from 'vitest';
import type { Handlers } from '../../src/contract/endpoint.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { refuse } from '../../src/contract/outcome.ts';
import { Issue } from '../../src/errors/issue.ts';
import { email } from '../../src/fields/email.ts';
import { list } from '../../src/fields/list.ts';
import { float, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { optional, unknown } from '../../src/fields/optional.ts';
import { safe, withType } from '../../src/fields/refine.ts';
import { text } from '../../src/fields/text.ts';
import type { Values } from '../../src/fields/values.ts';
import { createCore } from '../../src/http/core.ts';
import { inject } from '../../src/http/inject.ts';

/** Refusals show values as they were sent, byte for byte. */

const endpoints = {
  addLamp: endpoint({
    method: 'POST',
    path: '/lamps',
    summary: '',
    body: object({ watts: integer(), tags: optional(list(integer())), name: optional(text()) }),
    reply: { status: 204 },
  }),
  priceLamp: endpoint({
    method: 'POST',
    path: '/prices',
    summary: '',
    body: object({ price: safe(float()) }),
    reply: { status: 204 },
    refusals: { 409: object({ error: text(), shown: unknown() }) },
  }),
};
const unread = endpoint({
  method: 'POST',
  path: '/unread',
  summary: '',
  query: { watts: integer() },
  body: 'unread',
  reply: { status: 204 },
});
const handlers: Handlers<typeof endpoints> = {
  addLamp: () => undefined,
  priceLamp: ({ body: { price } }) =>
    price instanceof Issue ? refuse(409, { error: 'No price', shown: price }) : undefined,
};

function detailOf(target: string, body: string | Uint8Array, values: Values = 'strict'): string {
  const core = createCore({ title: '', version: '', endpoints }, handlers, { values });
  const headers = { 'Content-Type': 'application/json' };
  return inject(core, { method: 'POST', target, headers, body }).body;
}

it.each([
  ['{"watts":1.50}', ['1.50']],
  ['{"watts":1e400}', ['1e400']],
  ['{"watts":-0.5}', ['-0.5']],
  ['{"watts":"a\\/b"}', ['"a\\/b"']],
  ['{"watts":"\\u0061"}', ['"\\u0061"']],
  ['{"watts":"é"}', ['"é"']],
  ['{"watts":true,"tags":[1,null,1E1, 2.5]}', ['true', 'null', '2.5']],
  ['{"watts":null,"tags":null}', ['null']],
  ['{"watts":[ 1 ]}', ['[ 1 ]']],
  ['{"watts":{"b":1,"2":1.0}}', ['{"b":1,"2":1.0}']],
  ['{"watts":1,"watts":2.5}', ['2.5']],
  ['{"watts":2.5,"name":7}', ['2.5', '7']],
  ['{"watts":10,"name":10}', ['10']],
  ['{"watts":1,"tags":1.0}', ['1.0']],
  ['{"watts":1,"tags":1E1}', ['1E1']],
  ['{"watts":"x","name":-0}', ['"x"', '-0']],
  ['{"watts":"x","name":12345678901234567890}', ['"x"', '12345678901234567890']],
  ['{ "tags" : [] }', ['{ "tags" : [] }']],
  ['[1, 2]', ['[1, 2]']],
  ['\uFEFF {"a":1.0}\n', ['{"a":1.0}']],
])('%j shows %j', (body, shown) => {
  const inputs = Array.from(
    detailOf('/lamps', body).matchAll(/"input":(.*?)\}(?=,\{"type|\]\}$)/g),
    ([, at]) => at,
  );
  expect(inputs).toEqual(shown);
});

/** Bodies around the size from which they are not copied. */
it.each([2000, 2047, 2048, 2049, 5000])('a body of %i bytes is shown whole', (length) => {
  const start = '{"tags":[1.0],"name":"ä';
  const whole = `${start}${'x'.repeat(length - Buffer.byteLength(start) - 2)}"}`;
  for (const sent of [whole, ` \n${whole}`, `${whole}\t \r\n`, `\uFEFF${whole}`, `\uFEFF  ${whole} `])
    expect(detailOf('/lamps', sent)).toBe(
      `{"detail":[{"type":"missing","loc":["body","watts"],"msg":"Watts: field required","input":${whole}}]}`,
    );
});

it('one value of a large body is shown alone', () => {
  const body = `{"watts":"x","name":"${'y'.repeat(3000)}"}`;
  expect(JSON.parse(detailOf('/lamps', body)).detail[0].input).toBe('x');
});

it('a large body that only Python reads is written anew', () => {
  const name = 'x'.repeat(3000);
  expect(detailOf('/lamps', `{"name": "${name}", "tags": [NaN]}`, 'fastapi')).toContain(
    `"input":{"name":"${name}","tags":[`,
  );
});

it.each([
  ['{"price":"much"}', '"much"'],
  ['{"price":"a\\/b"}', '"a\\/b"'],
  ['{"price":[1.50]}', '[1.50]'],
  ['{"price": { } }', '{ }'],
  ['{}', '{}'],
])('the detail of a handler about %j shows %j', (body, shown) => {
  expect(detailOf('/prices', body)).toBe(`{"detail":{"error":"No price","shown":${shown}}}`);
});

it('the value of a parameter is shown beside a body that is never read', () => {
  const core = createCore({ title: '', version: '', endpoints: { unread } }, { unread: () => undefined });
  const { status, body } = inject(core, {
    method: 'POST',
    target: '/unread?watts=1.5',
    headers: {},
    body: '\0',
  });
  expect([status, JSON.parse(body).detail[0].input]).toEqual([422, '1.5']);
});

it('an entry has the message of its own request, whatever an earlier request was refused for', () => {
  const labelled = endpoint({
    method: 'POST',
    path: '/users',
    summary: '',
    body: object({ email: withType(email(), 'value_error') }),
    reply: { status: 204 },
  });
  const core = createCore({ title: '', version: '', endpoints: { labelled } }, { labelled: () => undefined });
  const headers = { 'Content-Type': 'application/json' };
  const messageFor = (address: unknown) => {
    const body = JSON.stringify({ email: address });
    const [entry] = JSON.parse(inject(core, { method: 'POST', target: '/users', headers, body }).body).detail;
    expect(entry).toMatchObject({ type: 'value_error', loc: ['body', 'email'], input: address });
    return entry.msg;
  };
  const addresses = ['a', '@example.com', 'a@', 7];
  const messages = addresses.map(messageFor);
  expect(new Set(messages).size).toBe(addresses.length);
  expect(addresses.map(messageFor)).toEqual(messages);
});
