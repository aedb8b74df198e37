import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uuid } from '../../src/fields/uuid.ts';
import { uuidRows } from '../tables/uuid.ts';
import { itDescribes, itReads, typeOf } from './_rows.ts';

/** The rule, step by step. */
function model(text: string): string {
  let rest = [...without(without([...text], 'urn:'), 'uuid:')];
  while (rest[0] === '{' || rest[0] === '}') rest = rest.slice(1);
  while (rest.at(-1) === '{' || rest.at(-1) === '}') rest = rest.slice(0, -1);
  rest = rest.filter((one) => one !== '-');
  if (rest.length !== 32 || !rest.every((one) => '0123456789abcdefABCDEF'.includes(one)))
    return 'uuid_parsing';
  const digits = rest.map((one) => 'abcdef'['ABCDEF'.indexOf(one)] ?? one);
  for (const hyphen of [20, 16, 12, 8]) digits.splice(hyphen, 0, '-');
  return digits.join('');
}

/** Removes a word from left to right, in one pass. */
function without(text: readonly string[], word: string): string[] {
  const kept: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text.slice(at, at + word.length).join('') === word) at += word.length - 1;
    else kept.push(text[at] ?? '');
  }
  return kept;
}

const noise = fc.constantFrom(
  '',
  '',
  '',
  'urn:',
  'uuid:',
  '{',
  '}',
  '-',
  '--',
  'uurn:uid:',
  'u',
  'urn',
  'id:',
  'g',
  ' ',
  '_',
);
const digit = fc.constantFrom(...'0123456789abcdefABCDEF');
const dressed = fc
  .tuple(
    fc.array(noise, { maxLength: 3 }),
    fc.array(fc.tuple(digit, fc.constantFrom('', '', '', '', '-', 'urn:', 'uuid:')), {
      minLength: 31,
      maxLength: 33,
    }),
    fc.array(noise, { maxLength: 3 }),
  )
  .map(([before, digits, after]) => [...before, ...digits.flat(), ...after].join(''));

const field = uuid();
const parse = (raw: unknown) => {
  const outcome = field.parse(raw);
  return typeOf(outcome) ?? outcome;
};

describe('a UUID', () => {
  itReads(() => uuid(), uuidRows);
  itDescribes(field, uuidRows, { schemaRefuses: ['uuid_type', 'uuid_parsing'] });

  it('agrees with its model', () => {
    fc.assert(
      fc.property(fc.oneof(dressed, fc.uuid(), fc.string()), (text) => {
        expect(parse(text)).toBe(model(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('is accepted if and only if its pattern matches', () => {
    const pattern = new RegExp(String(field.describe('input').pattern));
    fc.assert(
      fc.property(fc.oneof(dressed, fc.uuid(), fc.string()), (text) => {
        expect(pattern.test(text)).toBe(parse(text) !== 'uuid_parsing');
      }),
      { numRuns: 2000 },
    );
  });

  it('has at most as many characters as its schema says', () => {
    const most = Number(field.describe('input').maxLength);
    const [longest, longer] = [most, most + 1].map((length) => 'a'.repeat(32).padEnd(length, '-'));
    expect([parse(longest), parse(longer)]).toEqual([model('a'.repeat(32)), 'uuid_parsing']);
  });

  it('is written as JSON', () => {
    fc.assert(
      fc.property(fc.uuid(), (text) => {
        expect(JSON.parse(field.write(text))).toBe(text);
      }),
    );
  });
});
