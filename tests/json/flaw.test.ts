import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFlaw, Flaw, type FlawType, flawTable } from '../../src/text/json/flaw.ts';
import { MAX_DEPTH, MAX_MEMBERS, readJson } from '../../src/text/json/reader.ts';
import { brokenText, jsonText } from './_texts.ts';

/** A text that is not JSON, its flaw, and the offset. */
const rows: readonly (readonly [text: string, type: FlawType, offset: number])[] = [
  ['', 'value', 0],
  [' \n', 'value', 2],
  ['{"a":}', 'value', 5],
  ['[,]', 'value', 1],
  ['[1,,2]', 'value', 3],
  ['\ufeff1', 'value', 0],
  ['\u00a01', 'value', 0],
  ['*', 'value', 0],
  [']', 'value', 0],
  ['[}', 'value', 1],
  ['NaN', 'word', 0],
  ['[Infinity]', 'word', 1],
  ['{"a":undefined}', 'word', 5],
  ['True', 'word', 0],
  ['nul', 'word', 0],
  ['.5', 'numberStart', 0],
  ['[+1]', 'numberStart', 1],
  ["'a'", 'singleQuote', 0],
  ['{"a":\'b\'}', 'singleQuote', 5],
  ['/* a */ 1', 'comment', 0],
  ['{ // a\n}', 'comment', 2],
  ['[1, // a\n2]', 'comment', 4],
  ['[1 /* a */]', 'comment', 3],
  ['{"a" /**/ :1}', 'comment', 5],
  ['1 // a', 'comment', 2],
  ['-', 'digit', 1],
  ['-a', 'digit', 1],
  ['-Infinity', 'digit', 1],
  ['1.', 'digit', 2],
  ['[1.]', 'digit', 3],
  ['1.e1', 'digit', 2],
  ['1e', 'digit', 2],
  ['1e+', 'digit', 3],
  ['01', 'leadingZero', 1],
  ['[-007]', 'leadingZero', 3],
  ['{', 'firstKey', 1],
  ['{a:1}', 'firstKey', 1],
  ["{'a':1}", 'firstKey', 1],
  ['{1:1}', 'firstKey', 1],
  ['{,}', 'firstKey', 1],
  ['{]', 'firstKey', 1],
  ['{"a":1,b:2}', 'key', 7],
  ['{"a":1,', 'key', 7],
  ['{"a"}', 'colon', 4],
  ['{"a" 1}', 'colon', 5],
  ['{"a"', 'colon', 4],
  ['{"a":1 "b":2}', 'memberEnd', 7],
  ['{"a":1', 'memberEnd', 6],
  ['{"a":1]', 'memberEnd', 6],
  ['{"a":0x1}', 'memberEnd', 6],
  ['[1 2]', 'elementEnd', 3],
  ['["a"', 'elementEnd', 4],
  ['[1}', 'elementEnd', 2],
  ['[truer]', 'elementEnd', 5],
  ['{"a":1,}', 'trailingComma', 7],
  ['[1, ]', 'trailingComma', 4],
  ['1 2', 'textEnd', 2],
  ['1\u0001', 'textEnd', 1],
  ['{}}', 'textEnd', 2],
  ['[],', 'textEnd', 2],
  ['1a', 'textEnd', 1],
  ['"', 'quote', 1],
  ['"a\\"', 'quote', 4],
  ['{"a', 'quote', 3],
  ['"a\nb"', 'control', 2],
  ['"\t"', 'control', 1],
  ['"a\u0001', 'control', 2],
  ['{"\0":1}', 'control', 2],
  ['"\\', 'escape', 2],
  ['"\\x41"', 'escape', 2],
  ['"\\\'"', 'escape', 2],
  ['"\\u', 'hexDigit', 3],
  ['"\\u12g4"', 'hexDigit', 5],
  ['"\\u/', 'hexDigit', 3],
  ['"\\u004"', 'hexDigit', 6],
  [`"${'a'.repeat(50)}`, 'quote', 51],
  [`"${'a'.repeat(50)}\n"`, 'control', 51],
  [`["${'a'.repeat(50)}\\x"]`, 'escape', 53],
  [`${'1'.repeat(50)}.`, 'digit', 51],
  [`${'1'.repeat(50)}a`, 'textEnd', 50],
];

const accepts = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

function flawOf(json: string, depth = MAX_DEPTH): Flaw | undefined {
  const read = readJson(json, depth);
  return read instanceof Flaw ? read : undefined;
}

describe('the flaw of a text as JSON', () => {
  it.each(rows)('of %j is %s at offset %d', (text, type, offset) => {
    expect(flawOf(text)).toMatchObject({ type, offset });
    expect(accepts(text)).toBe(false);
  });

  it('is the first member of an object beyond the most', () => {
    const members = Array.from({ length: MAX_MEMBERS }, (_, at) => `"${at}":1`).join();
    expect(flawOf(`{${members}}`)).toBe(undefined);
    expect(flawOf(`[{${members} , "a":1}]`)).toMatchObject({ type: 'members', offset: members.length + 5 });
    // However often a name is repeated.
    expect(flawOf(`{${members},"0":1}`)).toMatchObject({ type: 'members', offset: members.length + 2 });
  });

  it('is a whole number of too many digits, where that is limited', () => {
    const read = (text: string) => readJson(text, 9, { mostDigits: 20 });
    const digits = '1'.repeat(20);
    expect(read(`[${digits}, -${digits}, ${digits}1.5, ${digits}1e5]`)).toHaveLength(4);
    expect(read(`[${digits}, ${digits}1]`)).toMatchObject({ type: 'digits', start: 23 });
    expect(read(`-${digits}1`)).toMatchObject({ type: 'digits', start: 0 });
  });

  it('is tested for every type', () => {
    const others = ['depth', 'members', 'digits'];
    expect(new Set([...rows.map(([, type]) => type), ...others])).toEqual(new Set(Object.keys(flawTable)));
  });

  it('is absent in any JSON text', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, fc.json()), (json) => {
        expect(flawOf(json)).toBe(undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it('exists if and only if JSON.parse refuses the text', () => {
    const scraps = fc.string({ unit: fc.constantFrom(...'{}[]:,"\\/ \n0123-+.eEut', 'true', 'null') });
    fc.assert(
      fc.property(fc.oneof(brokenText, scraps, fc.string()), (text) => {
        expect(flawOf(text) === undefined).toBe(accepts(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('lies no later than the first character that no JSON text has there', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (json, cut) => {
        const start = json.slice(0, cut % (json.length + 1));
        const flaw = flawOf(`${start}\0`);
        expect(flaw?.offset).toBeLessThanOrEqual(start.length);
        expect(flaw?.offset).toBeGreaterThanOrEqual(start.replace(/[a-z]*$/, '').length);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the message for a flaw', () => {
  it.each([
    ['{\n  "a" 1}', 'Malformed JSON at line 2, column 7: expected a colon after a key'],
    [
      '{"a": 1',
      'Malformed JSON at line 1, column 8: expected a comma or } after a value, but the text ends there',
    ],
    ['{"é😀": }', 'Malformed JSON at line 1, column 8: expected a value'],
    ['[1,\r\n2,\r\n]', 'Malformed JSON at line 3, column 1: expected no closing bracket after a comma'],
    ['[\n\n', 'Malformed JSON at line 3, column 1: expected a value, but the text ends there'],
  ])('of %j are %s', (text, words) => {
    expect(describeFlaw(text, flawOf(text) ?? new Flaw('value', 0, 0, 0))).toBe(words);
  });
});
