import { describe, expect, it } from 'vitest';
import type { AnyField } from '../../src/fields/field.ts';
import * as fields from '../../src/fields/index.ts';
import { createApp, endpoint } from '../../src/index.ts';
import { made, optionsOf, rows } from './_documented.ts';

/** Labels: the names of fields in messages. */

const {
  bearerToken,
  integer,
  list,
  nullable,
  object,
  optional,
  safe,
  text,
  tuple,
  unlessBlank,
  url,
  withType,
} = fields;

async function messages(body: AnyField, sent: unknown): Promise<string[]> {
  const postLamp = endpoint({
    method: 'POST',
    path: '/lamps',
    summary: 'Post a lamp',
    body,
    reply: { status: 204 },
  });
  const contract = { title: 'Lamps', version: '1', endpoints: { postLamp } };
  const app = createApp(contract, { postLamp: () => undefined });
  const headers = { 'Content-Type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(sent) };
  const reply = await app.fetch(new Request('http://localhost/lamps', request));
  const { detail }: { detail: { msg: string }[] } = JSON.parse(await reply.text());
  return detail.map(({ msg }) => String(msg.split(':')[0]));
}

const LABEL = 'The label';
const named = { label: LABEL };

describe('a label', () => {
  it.each<[string, AnyField]>([
    ...rows
      .filter((row) => optionsOf(row).includes('label'))
      .map((row): [string, AnyField] => [row.call, made(row, JSON.stringify(named))]),
    ['a bounded float', fields.float({ ...named, min: 1 })],
    ['integer of FastAPI', integer({ ...named, values: 'fastapi' })],
    ['text with a pattern', text({ ...named, pattern: /^a/ })],
    ['a field of one’s own', fields.field({ ...text(), ...named })],
    ['nullable', nullable(text(named))],
    ['optional', optional(text(named))],
    ['unlessBlank', unlessBlank(text(named))],
    ['withType', withType(text(named), 'value_error')],
    ['bearerToken', bearerToken(text(named))],
  ])('names %s', async (_, field) => {
    const wrong = field.parse(5.5) instanceof fields.Issues ? 5.5 : 'x';
    expect(await messages(object({ lamp: field }), { lamp: wrong })).toEqual([LABEL]);
    expect(await messages(field, field.parse([]) instanceof fields.Issues ? [] : {})).toEqual([LABEL]);
  });

  it.each<[string, AnyField]>([
    ['a field', text(named)],
    ['nullable', nullable(text(named))],
    ['withType', withType(object({}, named), 'value_error')],
    ['bearerToken', bearerToken(text(named))],
  ])('names %s that is missing', async (_, field) => {
    expect(await messages(object({ lamp: field }), {})).toEqual([LABEL]);
    expect(await messages(object({ lamps: tuple(field) }), { lamps: [] })).toEqual([LABEL]);
    expect(await messages(field, null)).toEqual([LABEL]);
  });

  it('names the items of a list, which have no names, but no properties inside', async () => {
    const lamps = list(object({ watts: integer() }), named);
    expect(await messages(object({ lamps }), { lamps: [5, { watts: 'x' }, {}] })).toEqual([
      LABEL,
      'Watts',
      'Watts',
    ]);
    const numbers = list(integer({ label: 'Number' }), named);
    expect(await messages(object({ numbers }), { numbers: ['x'] })).toEqual(['Number']);
  });

  it('is in the issue that a handler gets', () => {
    const checked = object({ site: safe(url({ label: 'URL' })) }).parse({});
    expect(checked).toMatchObject({ site: { type: 'missing', label: 'URL' } });
  });

  it('does not change what is read, written or described', () => {
    const lamp = object({ watts: integer({ ...named, min: 1 }), name: text(named) }, named);
    const bare = object({ watts: integer({ min: 1 }), name: text() });
    const value = { watts: '5', name: 'a' };
    expect(lamp.parse(value)).toEqual(bare.parse(value));
    expect(lamp.describe('input')).toEqual(bare.describe('input'));
    expect(lamp.writeValid({ watts: 5, name: 'a' })).toBe('{"watts":5,"name":"a"}');
    expect(text(named).typeName()).toBe(text().typeName());
  });
});
