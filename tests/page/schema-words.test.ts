import { expect, it } from 'vitest';
import { inWords } from '../../src/page/schema-words.ts';

/** Schemas in words, as in the reference. */
it.each([
  [{}, 'any value'],
  [true, 'any value'],
  [{ type: 'nothing' }, 'any value'],
  [{ const: true }, 'true'],
  [{ enum: ['red', 'green', '', 3] }, 'one of red, green, "", 3'],
  [{ $ref: '#/$defs/Lamp' }, 'Lamp'],
  [{ type: 'boolean' }, 'true or false'],
  [{ type: 'null' }, 'null'],
  [{ type: 'integer' }, 'an integer'],
  [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 'an integer'],
  [{ type: 'integer', minimum: 1, maximum: 9007199254740991 }, 'an integer of at least 1'],
  [{ type: 'integer', minimum: 0, maximum: 120 }, 'an integer from 0 to 120'],
  [{ type: 'number', maximum: 1 }, 'a number of at most 1'],
  [
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 },
    'a number, more than 0, less than 1, a multiple of 0.1',
  ],
  [{ type: 'string' }, 'text'],
  [{ type: 'string', minLength: 1 }, 'text of at least 1 character'],
  [{ type: 'string', maxLength: 50 }, 'text of at most 50 characters'],
  [{ type: 'string', minLength: 1, maxLength: 50 }, 'text of 1 to 50 characters'],
  [{ type: 'string', minLength: 3, maxLength: 3 }, 'text of 3 characters'],
  [{ type: 'string', pattern: '^a$' }, 'text of a given form'],
  [{ type: 'string', pattern: '^[\\t-\\r ]*[hH][tT][tT][pP][sS]?://a' }, 'a web address'],
  [{ type: 'string', format: 'uuid' }, 'a UUID'],
  [{ type: 'string', format: 'idn-email', maxLength: 254 }, 'an email address of at most 254 characters'],
  [{ type: 'string', format: 'iban' }, 'text of the format iban'],
  [{ type: 'array' }, 'a list'],
  [{ type: 'array', items: {} }, 'a list'],
  [{ type: 'array', items: { type: 'integer' }, minItems: 1 }, 'a list of at least 1 item, each an integer'],
  [{ type: 'object' }, 'an object'],
  [{ properties: {} }, 'an object'],
  [{ type: 'object', minProperties: 1, maxProperties: 3 }, 'an object of 1 to 3 names'],
  [
    { type: 'object', maxProperties: 3, additionalProperties: { type: 'string' } },
    'an object of at most 3 names, each with text',
  ],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'an object of any names, each with text'],
  [{ type: 'object', properties: {}, additionalProperties: {} }, 'an object'],
  [{ type: ['string', 'null'] }, 'text, or null'],
  [{ anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^1$' }] }, 'an integer, also as text'],
  [
    { anyOf: [{ anyOf: [{ type: 'number' }, { type: 'string', pattern: '1' }] }, { const: '' }] },
    'a number, also as text, or empty',
  ],
  [{ oneOf: [{ type: 'string' }, { type: 'boolean' }] }, 'text or true or false'],
  [{ allOf: [{ $ref: '#/$defs/Lamp' }] }, 'Lamp'],
  [{ anyOf: [true] }, ''],
])('%j is described as %s', (schema, words) => {
  expect(inWords(schema)).toBe(words);
});

it('counts the values of an enum that it has no room for', () => {
  const values = Array.from({ length: 500 }, (_, at) => ({ a: 'p', b: [at, { c: at }] }));
  const text = inWords({ enum: values });
  expect(text).toMatch(/^one of {"a":"p","b":\[0,{"c":0}\]}, .*, … and \d+ more$/);
  expect(text.length).toBeLessThan(2100);
  expect(inWords({ const: values })).toMatch(/^\[{"a":"p","b":\[0,.{1000,2100}…$/);
});

it('looks no further than the values of an enum that it shows', () => {
  let looks = 0;
  const value = { toJSON: () => `value ${looks++}` };
  inWords({ enum: new Array(10_000).fill(value) });
  expect(looks).toBeLessThan(500);
});

it('counts the alternatives that it has no room for', () => {
  const anyOf = Array.from({ length: 500 }, (_, at) => ({ type: 'integer', minimum: at }));
  const text = inWords({ anyOf: [...anyOf, { type: 'null' }] });
  expect(text).toMatch(/^an integer of at least 0, an integer of at least 1, .*, … and \d+ more, or null$/);
  expect(text.length).toBeLessThan(2100);
});
