import { describe, expect, it } from 'vitest';
import { Issues } from '../../src/errors/issue.ts';
import type { Field } from '../../src/fields/field.ts';
import {
  boolean,
  date,
  dateTime,
  dictionary,
  duration,
  email,
  enumeration,
  integer,
  list,
  nullable,
  object,
  omittable,
  optional,
  text,
  time,
  tuple,
  union,
  uuid,
} from '../../src/fields/index.ts';

/** What a field writes is what it would have read. */

const ID = '6F1D3C52-9A57-4B0E-8D4C-2F7E0A9B1C3D';
const id = `"${ID.toLowerCase()}"`;

describe('a reply is in normal form', () => {
  it.each<[field: Field<unknown>, value: unknown, written: string]>([
    [dateTime(), '2026-11-22 10:20:30+00:00', '"2026-11-22T10:20:30Z"'],
    [dateTime(), '2026-11-22', '"2026-11-22T00:00:00"'],
    [date(), '2026-11-22T00:00:00', '"2026-11-22"'],
    [time(), '10:20', '"10:20:00"'],
    [duration(), 90, '"PT1M30S"'],
    [uuid(), ID, id],
    [uuid(), `{${ID}}`, id],
    [email(), ' Ada@EXAMPLE.com ', '"Ada@example.com"'],
    [email(), 'ada@bücher.example.com', '"ada@bücher.example.com"'],
    [email(), 'ada@xn--bcher-kva.example.com', '"ada@bücher.example.com"'],
    // The Kelvin sign is another character for the letter K.
    [email(), '\u212aelvin@\u212a.example.com', '"Kelvin@k.example.com"'],
    [email(), 'mar\u212aeting@example.com', '"marKeting@example.com"'],
    [email(), 'POSTMASTER@example.com', '"postmaster@example.com"'],
    [boolean(), 'yes', 'true'],
    [integer(), ' 7 ', '7'],
    [enumeration([1, 2]), '2', '2'],
    [list(uuid()), [ID], `[${id}]`],
    [list(uuid(), { maxItems: 2 }), [ID], `[${id}]`],
    [tuple(uuid(), integer()), [ID, '1'], `[${id},1]`],
    [dictionary(uuid(), { key: uuid() }), { [ID]: ID }, `{${id}:${id}}`],
    [object({ id: uuid() }), { id: ID, more: 1 }, `{"id":${id}}`],
    [object({ id: uuid() }, { unknown: 'forbid' }), { id: ID }, `{"id":${id}}`],
    [object({ id: optional(uuid()), other: omittable(uuid()) }), { id: ID }, `{"id":${id}}`],
    [nullable(uuid()), ID, id],
    [union(integer(), uuid()), ID, id],
  ])('%#: %j', (field, value, written) => {
    expect(field.writeValid(value)).toBe(written);
    expect(field.writeValid(JSON.parse(written))).toBe(written);
  });
});

describe('a Date', () => {
  const moment = new Date('2026-11-22T23:30:00.250Z');

  it.each<[field: Field<unknown>, value: Date, written: string]>([
    [dateTime(), moment, '"2026-11-22T23:30:00.250000Z"'],
    [dateTime(), new Date('2026-11-22T10:20:30Z'), '"2026-11-22T10:20:30Z"'],
    [dateTime({ timezone: 'aware' }), moment, '"2026-11-22T23:30:00.250000Z"'],
    [date(), moment, '"2026-11-22"'],
    [union(integer(), dateTime()), moment, '"2026-11-22T23:30:00.250000Z"'],
  ])('is written: %#', (field, value, written) => {
    expect(field.writeValid(value)).toBe(written);
    expect(list(object({ at: optional(field) })).writeValid([{ at: value }])).toBe(`[{"at":${written}}]`);
  });

  it.each<[field: Field<unknown>, value: Date]>([
    [dateTime(), new Date(Number.NaN)],
    [date(), new Date(Number.NaN)],
    [date(), new Date('+012026-11-22T00:00:00Z')],
    [dateTime({ timezone: 'naive' }), moment],
    [text(), moment],
  ])('is refused: %#', (field, value) => {
    expect(field.writeValid(value)).toBeInstanceOf(Issues);
  });

  it('is never read', () => {
    for (const field of [date(), dateTime()]) expect(field.parse(moment)).toBeInstanceOf(Issues);
  });
});
