import { describe, expect, test } from 'vitest';
import { MAX_KEPT } from '../../src/documents/schema/compile.ts';
import { atOnce } from '../../src/text/turns.ts';
import { issuesBy, ref, validator } from './_schema.ts';

const COUNT = 1000;

function kindsOf(schemaOf: (at: number) => unknown): unknown[] {
  return Array.from({ length: COUNT }, (_, at) => schemaOf(at));
}

/** A list of one value for each of the kinds, and of one that fits none. */
function listOf(sentFor: (at: number) => unknown): string {
  return JSON.stringify(Array.from({ length: COUNT }, (_, at) => sentFor(at)));
}

describe.each(['anyOf', 'oneOf'])(
  'of the kinds of %s, only those that a value may fit are evaluated',
  (keyword) => {
    test.each<[what: string, schemaOf: (at: number) => unknown, sentFor: (at: number) => unknown]>([
      ['a name that it requires', (at) => ({ required: [`p${at}`] }), (at) => ({ [`p${at}`]: 1 })],
      [
        'the rarest of several names',
        (at) => ({ required: ['id', `p${at}`, 'name'] }),
        (at) => ({ id: 1, [`p${at}`]: 1, name: 2 }),
      ],
      [
        'a tag',
        (at) => ({ required: ['kind'], properties: { kind: { const: `k${at}` } } }),
        (at) => ({ kind: `k${at}` }),
      ],
      [
        'one of several tags',
        (at) => ({ required: ['kind'], properties: { kind: { enum: [at, `k${at}`] } } }),
        (at) => ({ kind: at % 2 ? at : `k${at}` }),
      ],
      [
        'the rarest of several tags',
        (at) => ({
          required: ['version', 'kind'],
          properties: { version: { const: 1 }, kind: { const: at } },
        }),
        (at) => ({ version: 1, kind: at }),
      ],
      ['a constant', (at) => ({ const: at }), (at) => at],
      ['a choice', (at) => ({ enum: [`a${at}`, `b${at}`] }), (at) => (at % 2 ? `a${at}` : `b${at}`)],
      ['a type', (at) => (at === 5 ? { type: 'integer' } : { minProperties: 1, type: 'object' }), (at) => at],
      ['a reference', (at) => ref(`Kind${at}`), (at) => ({ [`p${at}`]: 1 })],
      [
        'a name that a part requires',
        (at) => ({ allOf: [ref('Base'), ref(`Kind${at}`)] }),
        (at) => ({ kind: 1, [`p${at}`]: 1 }),
      ],
      [
        'a tag in a part',
        (at) => ({ allOf: [ref('Base'), { properties: { kind: { const: at } } }] }),
        (at) => ({ kind: at }),
      ],
      [
        'a tag that is referred to',
        (at) => ({ required: ['kind'], properties: { kind: ref(`Tag${at}`) } }),
        (at) => ({ kind: at }),
      ],
      [
        'the type of a part',
        (at) => (at === 5 ? { type: 'integer' } : { allOf: [{ minProperties: 1 }, ref('Base')] }),
        (at) => at,
      ],
      ['a choice in a part', (at) => ({ allOf: [{ const: at }] }), (at) => at],
    ])('by %s', (_, schemaOf, sentFor) => {
      const schemas = Object.fromEntries([
        ['Base', { type: 'object', required: ['kind'] }],
        ...(kindsOf((at) => [`Kind${at}`, { required: [`p${at}`] }]) as []),
        ...(kindsOf((at) => [`Tag${at}`, { const: at }]) as []),
      ]);
      const issues = issuesBy({ items: { [keyword]: kindsOf(schemaOf) } }, { schemas });
      expect(issues(listOf(sentFor))).toEqual([]);
    });

    test('and none for a value that fits none', () => {
      const issues = issuesBy({ [keyword]: kindsOf((at) => ({ required: [`p${at}`] })) });
      expect(issues('{"p": 1}')).toEqual(['any_of']);
    });

    test('once a second value arrives, if they are many', () => {
      const kinds = kindsOf((at) => ({ const: at }));
      const issues = issuesBy({ items: { [keyword]: [...kinds, { const: -1 }] } });
      expect(issues(listOf((at) => at))).toEqual([]);
    });

    test('unless they are far too many', () => {
      const kinds = Array.from({ length: 20_001 }, (_, at) => ({ const: at }));
      const issues = issuesBy({ [keyword]: kinds }, { isReadInSteps: false });
      expect(issues('20000')).toEqual(['too_complex']);
      expect(issuesBy({ [keyword]: kinds.slice(1) })('20000')).toEqual([]);
    });
  },
);

describe('very many kinds', () => {
  const length = 2000;
  const kinds = Array.from({ length }, (_, at) => ({ required: [`p${at}`] }));

  test.each(['anyOf', 'oneOf'])('of %s are sorted in steps, once, while a value waits', (keyword) => {
    const { inSteps } = validator({ items: { [keyword]: kinds } });
    const stepsOf = (json: string) => [...inSteps(JSON.parse(json))].length;
    expect(stepsOf('[{"p1999": 1}, {"p1": 1}]')).toBeGreaterThan(length);
    expect(stepsOf('[{"p1998": 1}, {"p2": 1}]')).toBeLessThan(10);
  });

  test('do not keep a value waiting for ever if they are not kept', () => {
    const others = Array.from({ length: MAX_KEPT }, () => ({ minimum: 1 }));
    const { inSteps } = validator({ prefixItems: [...others, { anyOf: kinds }] });
    expect(atOnce(inSteps([...others.map(() => 2), { p1: 1 }]))).toBe(undefined);
  });
});

const kinds: readonly unknown[] = [
  true,
  {},
  { type: 'object' },
  { type: ['integer', 'null'] },
  { type: 'number' },
  { const: 1 },
  { const: 0 },
  { enum: ['a', null, true] },
  { enum: [1, 1, 2] },
  { enum: [{}, 'a'] },
  { enum: [] },
  { required: ['a'] },
  { required: ['a', 'b'] },
  { required: ['a'], properties: { a: { const: 1 } } },
  { required: ['a'], properties: { a: { const: 2 ** 64 } } },
  { required: ['a', 'b'], properties: { a: { enum: [1, 2, 'a'] }, b: { const: null } } },
  { required: ['a'], properties: { a: { const: { b: 1 } } } },
  { required: ['a'], properties: { a: true } },
  { required: ['toString'] },
  { properties: { a: { const: 1 } } },
  { type: 'array', required: ['a'] },
  { required: ['id', 'a'], properties: { id: { readOnly: true } } },
  { allOf: [{ required: ['b'] }] },
  { allOf: [{ required: ['id', 'b'] }, { properties: { id: { readOnly: true } } }] },
  { allOf: [{ required: ['b'] }, { properties: { b: { const: null } } }, false] },
  { allOf: [{ required: ['b'] }, true], anyOf: [{ required: ['a'] }] },
  { allOf: Array.from({ length: 30 }, () => ({ required: ['a'] })) },
  { required: ['a', 'b'], properties: { a: ref('Id'), b: ref('Null') } },
  { properties: { a: ref('Null') }, allOf: [ref('Linked')] },
  false,
];

const schemas = {
  Id: { readOnly: true },
  Null: { const: null },
  Linked: { required: ['b'], allOf: [ref('Linked')], properties: { b: { enum: [1, null] } } },
};

const values: readonly string[] = [
  '{}',
  '[]',
  'null',
  'true',
  '1',
  '-0',
  '1.0',
  '1.5',
  '18446744073709551616',
  '1.0000000000000000000001',
  '"a"',
  '"b"',
  '{"a": 1}',
  '{"a": 1.0}',
  '{"a": 18446744073709551616}',
  '{"a": 18446744073709551617}',
  '{"a": {"b": 1}}',
  '{"b": null}',
  '{"a": "a", "b": null}',
  '{"a": 2, "b": null, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1}',
  '{"a": "x", "b": 1, "toString": 1}',
  '[{"a": 1}]',
];

test.each(values)('as many kinds are valid as of each alone, for %s', (json) => {
  const valid = kinds.filter((kind) => issuesBy(kind, { schemas })(json).length === 0);
  const others = (count: number) => Array.from({ length: count }, () => false);
  for (const kind of kinds) {
    const isValid = issuesBy(kind, { schemas })(json).length === 0;
    expect(issuesBy({ anyOf: [...others(20), kind] }, { schemas })(json).length === 0).toBe(isValid);
    expect(issuesBy({ oneOf: [...others(20), kind] }, { schemas })(json).length === 0).toBe(isValid);
  }
  expect(issuesBy({ oneOf: kinds }, { schemas })(json)).toEqual(valid.length === 1 ? [] : ['one_of']);
  expect(issuesBy({ anyOf: kinds }, { schemas })(json)).toEqual([]);
});

test('the properties that all valid kinds have evaluated count', () => {
  const all = Array.from({ length: 20 }, (_, at) => ({
    required: [`p${at}`],
    properties: { [`p${at}`]: {} },
  }));
  const issues = issuesBy({ anyOf: all, unevaluatedProperties: false });
  expect(issues('{"p3": 1, "p5": 1}')).toEqual([]);
  expect(issues('{"p3": 1, "p5": 1, "q": 1}')).toEqual(['q extra_forbidden']);
});

describe('of nine kinds or more, those are compiled that a value may fit', () => {
  /** The numbers of the kinds that are compiled for a value: each is read once to find identifiers, and once again for that. Those of `not` are not listed. */
  function compiledFor(kinds: readonly object[], json: string): readonly number[] {
    const reads = new Map<number, number>();
    const watched = kinds.map((kind, at) =>
      Object.defineProperty({ ...kind }, 'minimum', {
        enumerable: true,
        get: () => {
          reads.set(at, (reads.get(at) ?? 0) + 1);
          return undefined;
        },
      }),
    );
    issuesBy({ not: { oneOf: watched } }, { schemas, isReadInSteps: false })(json);
    return kinds.map((_, at) => at).filter((at) => Number(reads.get(at)) > 1);
  }

  const nine = Array.from({ length: 9 }, (_, at) => at);
  const tags = nine.map((at) => ({ required: ['kind'], properties: { kind: { const: at } } }));
  const names = nine.map((at) => ({ required: [`p${at}`] }));
  const values = nine.map((at) => ({ enum: [at, `v${at}`] }));
  const mixed = [{ type: 'integer' }, { type: 'number' }, { type: ['string', 'null'] }, ...names, {}];

  test.each<[what: string, kinds: readonly object[], json: string, expected: readonly number[]]>([
    ['a tag', tags, '{"kind": 3}', [3]],
    ['a tag of none', tags, '{"kind": 9}', []],
    ['no tag', tags, '{"p": 1}', []],
    ['a tag, but no object', tags, '3', nine],
    ['a name', names, '{"p4": 1}', [4]],
    ['two names', names, '{"p4": 1, "p2": 1, "x": 1}', [2, 4]],
    ['an inherited name', [...names, { required: ['toString'] }], '{"p4": 1}', [4]],
    ['a value', values, '"v5"', [5]],
    ['a number', values, '5', [5]],
    ['a value of none', values, '9', []],
    ['an integer', mixed, '1', [0, 1, ...nine.map((at) => at + 3), 12]],
    ['a fraction', mixed, '1.5', [0, 1, ...nine.map((at) => at + 3), 12]],
    ['a text', mixed, '"a"', [2, ...nine.map((at) => at + 3), 12]],
    ['null', mixed, 'null', [2, ...nine.map((at) => at + 3), 12]],
    ['a list', mixed, '[]', [...nine.map((at) => at + 3), 12]],
    ['an object', mixed, '{"p2": 1}', [5, 12]],
    ['all of eight', tags.slice(1), '{"kind": 3}', nine.slice(1).map((at) => at - 1)],
  ])('%s', (_, kinds, json, expected) => {
    expect(compiledFor(kinds, json)).toEqual(expected);
  });
});
