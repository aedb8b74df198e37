import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourcesOf, tokensOf } from '../../src/text/json/places.ts';
import { MAX_DEPTH } from '../../src/text/json/reader.ts';
import { textAt } from './_reference.ts';
import { jsonText, path } from './_texts.ts';

type Path = readonly (string | number)[];

const sourceOf = (json: string, at: Path) => sourcesOf(json, [at])(at);

describe('the source of a value', () => {
  it.each([
    ['1.50', [], '1.50'],
    [' \t\n\r{ "a" : 1 }\n', [], '{ "a" : 1 }'],
    ['{"age": 1.50}', ['age'], '1.50'],
    ['{"age":1e400,"b":2}', ['age'], '1e400'],
    ['{"age":"\\u0061\\/"}', ['age'], '"\\u0061\\/"'],
    ['{"\\u0061ge":1}', ['age'], '1'],
    ['{"age":1,"\\u0061ge":2}', ['age'], '2'],
    ['{"age":[1],"age":2}', ['age', 0], undefined],
    ['{"age":2,"age":[1]}', ['age', 0], '1'],
    ['{"a":{"b":1},"a":{}}', ['a', 'b'], undefined],
    ['{"a":{"b":{}},"a":{"b":{"c":1}}}', ['a', 'b', 'c'], '1'],
    ['{"a": { "2" : 1, "1" : 2 } }', ['a'], '{ "2" : 1, "1" : 2 }'],
    ['{"__proto__":1}', ['__proto__'], '1'],
    ['{}', ['__proto__'], undefined],
    ['{}', ['constructor'], undefined],
    ['{"a":"b\\"}","b":1}', ['b'], '1'],
    ['{"a":"\\\\","b":1}', ['b'], '1'],
    ['[1, [2, 3] , 4]', [1], '[2, 3]'],
    ['[1, [2, 3] , 4]', [1, 1], '3'],
    ['[1, [2, 3] , 4]', [2], '4'],
    ['[[1],[2],[3]]', [1, 0], '2'],
    ['[1]', [1], undefined],
    ['[1]', ['0'], undefined],
    ['[1]', ['length'], undefined],
    ['{"0":1}', [0], undefined],
    ['{"0":1}', ['0'], '1'],
    ['"abc"', [0], undefined],
    [`[${'1'.repeat(50)}, 2]`, [0], '1'.repeat(50)],
    [`[${'1'.repeat(50)}, 2]`, [1], '2'],
    [`{"a":["${'b'.repeat(50)}]"],"c":[${'1,'.repeat(50)}{}],"d":2}`, ['c'], `[${'1,'.repeat(50)}{}]`],
    [`{"a":["${'b'.repeat(50)}]"],"c":[${'1,'.repeat(50)}{}],"d":2}`, ['d'], '2'],
    ['null', ['a'], undefined],
  ])('of %s at %j is %j', (json, at, source) => {
    expect(sourceOf(json, at)).toBe(source);
  });

  it('is known of several paths that begin alike, and of none that was not asked for', () => {
    const find = sourcesOf('{"a":{"b":1,"c":2},"d":3}', [['a', 'b'], ['a', 'c'], ['d']]);
    expect([find(['a', 'b']), find(['a', 'c']), find(['d'])]).toEqual(['1', '2', '3']);
    expect([find(['a', 'e']), find(['d', 'e']), find(['f'])]).toEqual([undefined, undefined, undefined]);
  });

  it('is the text between where it starts and where it ends', () => {
    fc.assert(
      fc.property(jsonText, fc.array(path, { minLength: 1 }), (json, paths) => {
        const find = sourcesOf(json, paths);
        expect(paths.map(find)).toEqual(paths.map((at) => textAt(json, at)));
      }),
      { numRuns: 2000 },
    );
  });

  it('parses to the value at the path', () => {
    fc.assert(
      fc.property(jsonText, fc.constantFrom('a', 'b', 'é', '__proto__'), (json, key) => {
        const value: unknown = JSON.parse(json);
        const source = sourceOf(json, [key]);
        if (source === undefined) expect(Object.hasOwn(Object(value), key)).toBe(false);
        else expect(Object.getOwnPropertyDescriptor(value, key)?.value).toEqual(JSON.parse(source));
      }),
    );
  });

  it('is found at any depth', () => {
    const json = `${'[{"a":'.repeat(MAX_DEPTH / 2)}1.0${'}]'.repeat(MAX_DEPTH / 2)}`;
    const at = Array.from({ length: MAX_DEPTH }, (_, level) => (level % 2 === 0 ? 0 : 'a'));
    expect(sourceOf(json, at)).toBe('1.0');
    expect(sourceOf(`[${json},2.0]`, [1])).toBe('2.0');
  });

  it('is found behind values of any length', () => {
    for (let length = 1; length < 80; length++) {
      const texts = ['a', '\\\\', '\\"', '[{'].map((piece) => `"${piece.repeat(length)}"`);
      const lists = ['[1]', '"a"', 'true', `${' '.repeat(length)}1`].map(
        (item) => `[${Array(length).fill(item)}]`,
      );
      const digits = '1'.repeat(length);
      const values = [...texts, ...lists, digits, `${digits}.5e+1`, `[${' '.repeat(length)}]`];
      expect(values.map((_, at) => sourceOf(`[${values}]`, [at]))).toEqual(values);
    }
  });
});

describe('the tokens of a text', () => {
  const kinds = { string: 's', scalar: 'v', punctuation: 'p', unknown: '?' };
  const shown = (text: string) => tokensOf(text).map((token) => `${kinds[token.kind]} ${token.text}`);

  it.each([
    ['', []],
    [' \t\r\n', []],
    ['{"a":[1, true]}', ['p {', 's "a"', 'p :', 'p [', 'v 1', 'p ,', 'v true', 'p ]', 'p }']],
    ['"a\\"b" -1.5e3null', ['s "a\\"b"', '? -1.5e3null']],
    ['"a\\\\"1', ['s "a\\\\"', 'v 1']],
    ['null"a"', ['v null', 's "a"']],
    ['a=1&b', ['? a=1&b']],
    ['[1, "a ]', ['p [', 'v 1', 'p ,', '? "a ]']],
    ['"a\\"', ['? "a\\"']],
    ['"\\', ['? "\\']],
    ['"', ['? "']],
  ])('%j', (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  it('are where they say, and leave out nothing but white space', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, fc.string({ unit: fc.constantFrom(...'{}[],:"\\ 1eé\n') })), (text) => {
        const tokens = tokensOf(text);
        let rest = '';
        let before = 0;
        for (const { start, end, text: own } of tokens) {
          expect(own).toBe(text.slice(start, end));
          rest += text.slice(before, start);
          before = end;
        }
        expect((rest + text.slice(before)).trim()).toBe('');
      }),
    );
  });
});
