import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defined } from '../../src/text/guards.ts';
import { type JsonNode, scanJson, sourcesOf } from '../../src/text/json/places.ts';
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

describe('the places of all values', () => {
  /** What is at a place and the places in it. */
  function valueAt({ start, end, members, items }: JsonNode, text: string): unknown {
    if (items) return items.map((each) => valueAt(each, text));
    if (!members) return JSON.parse(text.slice(start, end));
    return Object.fromEntries(Array.from(members, ([name, each]) => [name, valueAt(each, text)]));
  }

  it('have what the text has', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(valueAt(defined(scanJson(text)), text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['', '{', '[1', '{"a"}', '{"a":}', '[1,]', '{a:1}', 'nothing', '1 2', '"', '{"\\x": 1}'])(
    'are not known of %j',
    (text) => {
      expect(scanJson(text)).toBeUndefined();
    },
  );

  it('begin, in an object, with the names', () => {
    const text = '{ "a" : 1, "\\u0062":[ 2 ] }';
    const { members } = defined(scanJson(text));
    expect(
      Array.from(members ?? [], ([name, { keyStart = 0, end }]) => [name, text.slice(keyStart, end)]),
    ).toEqual([
      ['a', '"a" : 1'],
      ['b', '"\\u0062":[ 2 ]'],
    ]);
  });

  it('of a deep text are known down to a level', () => {
    const text = '['.repeat(5000) + ']'.repeat(5000);
    let node = scanJson(text);
    let levels = 0;
    for (; node?.items; node = node.items[0]) levels++;
    expect(levels).toBe(100);
    expect(node).toEqual({ start: 100, end: 9900 });
  });
});
