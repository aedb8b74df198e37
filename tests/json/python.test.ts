import { describe, expect, it } from 'vitest';
import { PythonFlaw, readPythonJson } from '../../src/text/json/python.ts';
import { MAX_DEPTH } from '../../src/text/json/reader.ts';
import { atOnce } from '../../src/text/turns.ts';

const read = (text: string) => atOnce(readPythonJson(text, MAX_DEPTH));

/**
 * The words of Python's `json` for a text that is no JSON to it, and the place, as `json.loads` of CPython 3.11 gave them; the words for a comma
 * before an end are those of 3.13.
 */
const refused: readonly (readonly [text: string, error: string, position: number])[] = [
  ['', 'Expecting value', 0],
  [' \n', 'Expecting value', 2],
  ['{', 'Expecting property name enclosed in double quotes', 1],
  ['{ ', 'Expecting property name enclosed in double quotes', 2],
  ['[', 'Expecting value', 1],
  ['[ ', 'Expecting value', 2],
  ['{"a"', "Expecting ':' delimiter", 4],
  ['{"a" ', "Expecting ':' delimiter", 5],
  ['{"a":', 'Expecting value', 5],
  ['{"a":1', "Expecting ',' delimiter", 6],
  ['{"a":1 ', "Expecting ',' delimiter", 7],
  ['{"a":1 "b":2}', "Expecting ',' delimiter", 7],
  ['{a:1}', 'Expecting property name enclosed in double quotes', 1],
  ["{'a':1}", 'Expecting property name enclosed in double quotes', 1],
  ['{"a" 1}', "Expecting ':' delimiter", 5],
  ['{1:2}', 'Expecting property name enclosed in double quotes', 1],
  ['[1 2]', "Expecting ',' delimiter", 3],
  ['[1', "Expecting ',' delimiter", 2],
  ['[1 ', "Expecting ',' delimiter", 3],
  ['[,]', 'Expecting value', 1],
  ['[1,,2]', 'Expecting value', 3],
  ['nul', 'Expecting value', 0],
  ['True', 'Expecting value', 0],
  ['-', 'Expecting value', 0],
  ['-a', 'Expecting value', 0],
  ['+1', 'Expecting value', 0],
  ['.5', 'Expecting value', 0],
  ['1.', 'Extra data', 1],
  ['1.5e', 'Extra data', 3],
  ['01', 'Extra data', 1],
  ['-01', 'Extra data', 2],
  ['1e5x', 'Extra data', 3],
  ['1 2', 'Extra data', 2],
  ['[] []', 'Extra data', 3],
  ['{} x', 'Extra data', 3],
  ['"', 'Unterminated string starting at', 0],
  ['"a', 'Unterminated string starting at', 0],
  ['"a\\', 'Unterminated string starting at', 0],
  ['"a\\"', 'Unterminated string starting at', 0],
  ['"\t"', 'Invalid control character at', 1],
  ['"a\nb"', 'Invalid control character at', 2],
  ['"\u001f"', 'Invalid control character at', 1],
  ['"\\x41"', 'Invalid \\escape', 1],
  ['"\\u12"', 'Invalid \\uXXXX escape', 2],
  ['"\\u12g4"', 'Invalid \\uXXXX escape', 2],
  ['"\u00e9\ud83d\ude00\\x"', 'Invalid \\escape', 3],
  ['["\ud83d\ude00", x]', 'Expecting value', 6],
  ['{"\ud83d\ude00": x}', 'Expecting value', 6],
  ['{"a":[1,{"b":x}]}', 'Expecting value', 13],
  ['-Infinit', 'Expecting value', 0],
  ['-Infinity1', 'Extra data', 9],
  ['\u000b1', 'Expecting value', 0],
  ['\u00a01', 'Expecting value', 0],
  ['[1]]', 'Extra data', 3],
  ['{"a":1}}', 'Extra data', 7],
  ['["\\"",x]', 'Expecting value', 6],
  ['{"a\\":1}', 'Unterminated string starting at', 1],
  ['[tru]', 'Expecting value', 1],
  ['{"a":fals}', 'Expecting value', 5],
  ['[nulll]', "Expecting ',' delimiter", 5],
  ['{"a":NaN,1}', 'Expecting property name enclosed in double quotes', 9],
  ['{"a":NaN "b"}', "Expecting ',' delimiter", 9],
  ['[NaN 1]', "Expecting ',' delimiter", 5],
  ['{"a":\u0000}', 'Expecting value', 5],
  ['"\\/\\b\\f\\n\\r\\t\\"\\\\"x', 'Extra data', 18],
  ['0.5 NaN', 'Extra data', 4],
  ['-0NaN', 'Extra data', 2],
  ['1E+5,', 'Extra data', 4],
  ['[x, "😀"]', 'Expecting value', 1],
  ['{"a":NaN,}', 'Illegal trailing comma before end of object', 8],
  ['{"a":NaN , }', 'Illegal trailing comma before end of object', 9],
  ['[NaN,]', 'Illegal trailing comma before end of array', 4],
  ['[NaN, ]', 'Illegal trailing comma before end of array', 4],
];

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;

/** Texts that Python takes for JSON; most of them are not. */
const taken: readonly (readonly [text: string, value: unknown])[] = [
  ['NaN', nan],
  ['[NaN, Infinity, -Infinity]', [nan, infinity, -infinity]],
  ['  [ 1 ,\tNaN\r\n]  ', [1, nan]],
  ['{ "a" : NaN , "b" : [ ] , "c": { } }', { a: nan, b: [], c: {} }],
  ['{"a":1,"a":NaN}', { a: nan }],
  [
    '{"__proto__":1,"a":NaN}',
    JSON.parse('{"__proto__":1,"a":null}', (key, value) => (key === 'a' ? nan : value)),
  ],
  ['[-1.25e-10,1.5E+12,NaN]', [-1.25e-10, 1.5e12, nan]],
  ['[-1.5E-3,0,null,true,false,NaN]', [-1.5e-3, 0, null, true, false, nan]],
  ['["\\/\\b\\f\\n\\r\\t\\"\\\\\\u00e9\\u00E9",NaN]', ['/\b\f\n\r\t"\\éé', nan]],
  ['"\\ud83d"', '\ud83d'],
  ['""', ''],
  ['" a ~"', ' a ~'],
];

describe('JSON to Python', () => {
  it.each(refused)('is not %j: %s at %d', (text, error, position) => {
    const flaw = read(text);
    expect(flaw).toBeInstanceOf(PythonFlaw);
    expect(flaw).toMatchObject({ error, position });
  });

  it('has no object of more than 100,000 members', () => {
    const members = Array.from({ length: 100_000 }, (_, at) => `"${at}":NaN`).join();
    const error = 'Expecting no more than 100,000 members';
    expect(read(`{${members}}`)).not.toBeInstanceOf(PythonFlaw);
    expect(read(`{${members},"a":1}`)).toMatchObject({ error, position: members.length + 2 });
  });

  it('is as deep as JSON may be', () => {
    const deep = (levels: number) => `[NaN,${'['.repeat(levels - 1)}${']'.repeat(levels)}`;
    expect(read(deep(MAX_DEPTH))).toHaveLength(2);
    expect(read(deep(MAX_DEPTH + 1))).toMatchObject({ type: 'depth' });
    expect(read(`[NaN,${'['.repeat(1_000_000)}`)).toMatchObject({ type: 'depth' });
  });

  it('has no whole number of more than 4,300 digits', () => {
    const digits = '1'.repeat(4300);
    expect(read(`[NaN,${digits},-${digits},${digits}1.0]`)).toHaveLength(4);
    expect(read(`[NaN,${digits}1]`)).toMatchObject({ type: 'digits' });
    // The first flaw counts.
    expect(read(`[NaN,x,${digits}1]`)).toBeInstanceOf(PythonFlaw);
  });

  it('is read in steps', () => {
    const steps = readPythonJson(`[NaN${',1'.repeat(100_000)}]`, MAX_DEPTH);
    for (let step = 0; step < 5; step++) expect(steps.next().done).toBe(false);
  });

  it.each(taken)('is %j', (text, value) => {
    expect(read(text)).toStrictEqual(value);
  });
});
