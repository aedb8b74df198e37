import { expect, it } from 'vitest';
import { endpoint } from '../../src/contract/endpoint.ts';
import { object } from '../../src/fields/object.ts';
import { unknown } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { createCore } from '../../src/http/core.ts';
import { inject } from '../../src/http/inject.ts';

/** Outputs of handlers that look like something else. */

function replyTo(output: unknown, body = unknown()): string {
  const getLamp = endpoint({ method: 'GET', path: '/', summary: '', reply: { status: 200, body } });
  const core = createCore({ title: '', version: '', endpoints: { getLamp } }, { getLamp: () => output });
  const { status, body: written } = inject(core, { method: 'GET', target: '/', headers: {} });
  return `${status} ${written}`;
}

it.each(['{"then":"later"}', '{"then":null}', 'null', '"then"', '["then"]'])(
  '%s is not a promise',
  (output) => {
    expect(replyTo(JSON.parse(output))).toBe(`200 ${output}`);
  },
);

it('no output is null', () => {
  expect(replyTo(undefined)).toBe('200 null');
});

it('an output that its field refuses is a bug', () => {
  expect(replyTo({ name: 7 }, object({ name: text() }))).toBe('500 {"detail":"Internal Server Error"}');
});
