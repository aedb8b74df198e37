import { describe, expect, test, vi } from 'vitest';
import { MAX_KEPT } from '../../src/documents/schema/compile.ts';
import { countValues } from '../../src/documents/schema/run.ts';
import { withSteps } from '../../src/fields/work.ts';
import { atOnce } from '../../src/text/turns.ts';
import { counted as countedDocument, mostInStep } from '../_counted.ts';
import { collectGarbage } from '../_garbage.ts';
import { countSteps, issuesBy, ref, validator } from './_schema.ts';

/** Schemas that each refer to the next one twice, so that they lead to the last one in as many ways as a double can count. */
function doubling(length: number, last: unknown, keyword = 'anyOf'): Record<string, unknown> {
  const entries = Array.from({ length }, (_, at) => [
    `S${at}`,
    { [keyword]: [ref(`S${at + 1}`), ref(`S${at + 1}`)] },
  ]);
  return { ...Object.fromEntries(entries), [`S${length}`]: last };
}

function nested(depth: number, inner: string): string {
  return `${'{"kind": 3, "child": '.repeat(depth)}${inner}${'}'.repeat(depth)}`;
}

describe('work is linear', () => {
  test.each(['anyOf', 'oneOf', 'allOf'])(
    'in schemas that lead to one another in many ways, by %s',
    (keyword) => {
      const schemas = doubling(60, { type: 'string' }, keyword);
      const issues = issuesBy(ref('S0'), { schemas });
      expect(issues('"a"').length === 0).toBe(keyword !== 'oneOf');
      expect(issues('1')).not.toEqual([]);
    },
  );

  test('in unions within unions', () => {
    const kinds = [1, 2].map((kind) => ({
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: kind }, child: ref('Value') },
    }));
    const issues = issuesBy({ anyOf: kinds });
    expect(issues(nested(60, '{"kind": 1}'))).not.toEqual([]);
    expect(issues(nested(60, '{"kind": 1}').replaceAll('3', '2'))).toEqual([]);
  });

  test('in equal items within equal items', () => {
    const issues = issuesBy({ items: { anyOf: [ref('Value'), { type: 'integer' }] }, uniqueItems: true });
    const digits = Array.from({ length: 5000 }, (_, at) => at).join();
    expect(issues(`${'['.repeat(60)}${digits}${']'.repeat(60)}`)).toEqual([]);
  });

  test('in numbers of many digits', () => {
    const issues = issuesBy({
      allOf: Array.from({ length: 500 }, () => ({ multipleOf: 0.007, minimum: 5 })),
    });
    expect(issues('7'.repeat(60_000))).toEqual([]);
  });
});

test.each(['anyOf', 'oneOf'])('work does not double with each %s in another', (keyword) => {
  let schema: unknown = { minimum: 5 };
  for (let level = 0; level < 30; level++) schema = { [keyword]: [schema, { minimum: 6 + level }] };
  expect(issuesBy({ items: schema })('[1]')).toEqual(['0.0 any_of', '0.1 greater_than_equal']);
});

describe('the names of an object are listed once', () => {
  const names = Array.from({ length: 30 }, (_, at) => `p${at}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));

  test.each<[what: string, schema: unknown]>([
    ['for all schemas that have many', { properties }],
    ['for all bounds on how many there are', { minProperties: 1, maxProperties: 9 }],
    ['for all schemas of other properties', { additionalProperties: { type: 'integer' } }],
    ['for all schemas of names', { propertyNames: { minLength: 1 } }],
    ['for all that leave none over', { unevaluatedProperties: { type: 'integer' } }],
  ])('%s', (_, schema) => {
    const { value, counts } = watched({ p1: 1, p2: 2 });
    const validate = validator({ allOf: Array.from({ length: 100 }, () => schema) });
    expect(validate(value)).toBe(undefined);
    expect(counts.lists).toBeLessThan(10);
  });
});

test.each(['additionalProperties', 'unevaluatedProperties'])(
  'properties that %s of no schema of a union allows are looked at as often as they may be listed',
  (keyword) => {
    const object = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, 1]));
    const { value, counts } = watched(object);
    const closed = { properties: { a: {} }, [keyword]: false };
    const issues = validator({ anyOf: Array.from({ length: 100 }, () => closed) })(value);
    expect(issues?.all.map(({ publicType }) => publicType)).toEqual(['any_of']);
    expect(counts.reads).toBeLessThan(10_000);
  },
);

test('names that a value may lack are looked up once for all schemas that require the same', () => {
  let count = 0;
  const names = Array.from({ length: 100 }, (_, at) => `p${at}`);
  const value = new Proxy(Object.fromEntries(names.map((name) => [name, 1])), {
    getOwnPropertyDescriptor(target, name) {
      count++;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
  const schemas = { Part: { required: names } };
  const all = Array.from({ length: 1000 }, () => ({ allOf: [ref('Part')] }));
  expect(validator({ not: { not: { allOf: all } } }, { schemas })(value)).toBe(undefined);
  expect(count).toBeLessThan(1000);
});

test('the values in a value are counted as far as it takes steps', () => {
  const { value, counts } = watched(
    Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`k${at}`, 1])),
  );
  const whole = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`k${at}`, value]));
  const allOf = Array.from({ length: 20_000 }, () => ({ minProperties: 1, maxProperties: 2000 }));
  for (const schema of [{ allOf }, { allOf: allOf.concat(allOf, allOf) }])
    expect(validator(schema)(whole)).toBe(undefined);
  expect(counts.lists).toBeLessThan(200);
});

/** Returns an object that counts how often its names are listed, and its values read. */
function watched(object: object) {
  const counts = { lists: 0, reads: 0 };
  const value = new Proxy(object, {
    ownKeys(target) {
      counts.lists++;
      return Reflect.ownKeys(target);
    },
    get(target, name) {
      counts.reads++;
      return Reflect.get(target, name);
    },
  });
  return { value, counts };
}

describe('looking through a value many times is too complex', () => {
  const object = `{${Array.from({ length: 5000 }, (_, at) => `"k${at}":1`).join()}}`;
  const inside = `${object.slice(0, -1)},"inside":${object}}`;
  const numbers = `[${Array.from({ length: 13_000 }, (_, at) => at).join()}]`;
  const text = `"${'a'.repeat(64_000)}"`;
  const patterns = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`b${at}`, {}]));
  const all = (length: number, schema: unknown) => ({ allOf: Array.from({ length }, () => schema) });

  test.each<[what: string, schema: unknown, json: string]>([
    ['a long text', all(300, { minLength: 1 }), text],
    ['a long number', all(2000, { multipleOf: 7 }), '7'.repeat(64_000)],
    ['a long name', { patternProperties: patterns }, `{${text}:1}`],
    ['a long list', all(15, { uniqueItems: true }), numbers],
    ['the properties that each schema allows', all(100, { additionalProperties: true }), object],
    [
      'the outcome of a schema that each item refers to hundreds of times',
      {
        items: all(250, ref('Value/$defs/Part')),
        $defs: { Part: { properties: { a: ref('Value/$defs/Inner') } }, Inner: {} },
      },
      `[${'{},'.repeat(3000)}{}]`,
    ],
    [
      'the names of two objects in turn',
      all(300, { minProperties: 1, properties: { inside: { minProperties: 1 } } }),
      inside,
    ],
  ])('%s', (_, schema, json) => {
    expect(issuesBy(schema, { isReadInSteps: false })(json)).toContain('too_complex');
  });

  test.each<[what: string, schema: unknown, json: string]>([
    ['a text of megabytes', all(5, { minLength: 1 }), `"${'a'.repeat(6_000_000)}"`],
    ['a list of long texts', all(5, { items: { minLength: 1 } }), `[${Array(500).fill(text).join()}]`],
    ['a long list', { uniqueItems: true, items: { type: 'integer' } }, numbers],
  ])('but a few times is not: %s', (_, schema, json) => {
    expect(issuesBy(schema, { isReadInSteps: false })(json)).toEqual([]);
  });
});

describe('a list whose items have to differ is read in steps', () => {
  test.each<[what: string, items: readonly unknown[]]>([
    ['of numbers', Array.from({ length: 30_000 }, (_, at) => at)],
    ['of long lists', Array.from({ length: 30 }, (_, at) => new Array(3000).fill(at))],
    ['of large objects', Array.from({ length: 30 }, (_, at) => ({ ...new Array(3000).fill(at) }))],
  ])('%s', (_, items) => {
    expect(countSteps({ uniqueItems: true }, JSON.stringify(items), 1000)).toBeGreaterThan(25);
    const issues = issuesBy({ uniqueItems: true });
    expect(issues(JSON.stringify(items))).toEqual([]);
    expect(issues(JSON.stringify([...items, items[7]]))).toEqual(['unique_items']);
  });
});

test('values are counted without a list of all of them', () => {
  const items = Array.from({ length: 100_000 }, () => 1);
  let isRead = false;
  Object.defineProperty(items, 50_000, {
    get: () => {
      isRead = true;
      return 1;
    },
  });
  const steps = countValues([items]);
  for (let step = 0; step < 3; step++) steps.next();
  expect(isRead).toBe(false);
  expect([...steps].length).toBeGreaterThan(1);
  expect(isRead).toBe(true);
});

describe('as many mistakes are listed as may be, however many failures there are besides', () => {
  const wrong = { type: 'integer' };

  test.each<[what: string, schema: unknown, item: string]>([
    ['in lists in lists', { items: { items: wrong } }, '[["a"]]'],
    [
      'of conditions that do not hold',
      { allOf: [...Array.from({ length: 4 }, () => ({ if: { minLength: 5 } })), wrong] },
      '"a"',
    ],
  ])('%s', (_, items, item) => {
    expect(issuesBy({ items })(`[${Array.from({ length: 1500 }, () => item)}]`)).toHaveLength(1000);
  });
});

test.each([{ not: { minimum: 5 } }, { not: false }])(
  'a value that has taken too long stays too complex, whatever else its schema says: %j',
  (others) => {
    const allOf = Array.from({ length: 100_000 }, () => ({ minimum: 1 }));
    expect(issuesBy({ allOf, ...others }, { isReadInSteps: false })('2')).toEqual(['too_complex']);
  },
);

test('no more is looked at once a value has taken too long', () => {
  const { value, counts } = watched(Array.from({ length: 5000 }, () => ({})));
  const validate = validator({
    allOf: Array.from({ length: 500 }, () => ({ contains: { required: ['a'] } })),
  });
  for (const issues of [validate(value), atOnce(validate.inSteps(value))]) {
    expect(issues?.all.map(({ publicType }) => publicType)).toEqual(['too_complex']);
    expect(counts.reads).toBeLessThan(500_000);
  }
});

describe('of many schemas, only those that a value needs are compiled', () => {
  /** Schemas that count how often they are read. */
  function counted(length: number) {
    let count = 0;
    const schemas = Array.from({ length }, () => ({
      get minimum() {
        count++;
        return 1;
      },
    }));
    return { schemas, read: () => count };
  }

  test.each<[keyword: string, json: string, issues: readonly string[]]>([
    ['prefixItems', '[2, 0]', ['1 greater_than_equal']],
    ['anyOf', '2', []],
  ])('in %s', (keyword, json, expected) => {
    const { schemas, read } = counted(5000);
    const issues = issuesBy({ [keyword]: schemas });
    expect(issues(json)).toEqual(expected);
    // Each is read once to find identifiers, and once again to be compiled.
    expect(read()).toBeLessThan(6000);
  });

  test('and only so many are kept', () => {
    const others = 100;
    const { schemas, read } = counted(MAX_KEPT + others);
    const issues = issuesBy({ prefixItems: schemas });
    const json = `[${schemas.map(() => 2).join()}]`;
    expect(issues(json)).toEqual([]);
    const before = read();
    expect(issues(json)).toEqual([]);
    expect(read() - before).toBeGreaterThanOrEqual(others);
    expect(read() - before).toBeLessThan(10 * others);
  });

  test.each([
    ['none of 1,000', 1000, 1, 0],
    ['some of 1,500', 1500, 1, 8 * 500],
    ['fewer for a list of many values', 1500, 100, 8 * 401],
    ['none for one of as many values', 1500, 501, 0],
  ])('and that takes steps the first time: %s', (_, length, values, expected) => {
    const validate = validator({ allOf: counted(length).schemas });
    const value = new Array(values - 1).fill(2);
    const left = () => withSteps(100_000, () => validate(value)).left;
    const first = left();
    expect(left() - first).toBe(expected);
  });

  test('and none once a value has taken too long', () => {
    const { schemas, read } = counted(100_000);
    expect(issuesBy({ allOf: schemas }, { isReadInSteps: false })('2')).toEqual(['too_complex']);
    // All are read once to find identifiers, and a few to be compiled.
    expect(read()).toBeLessThan(110_000);
  });

  test('and nothing else that the same schema says', () => {
    const { schemas, read } = counted(1);
    const [not] = schemas;
    const allOf = new Array(300).fill({ minLength: 1 });
    // The first five hundred are compiled together.
    const prefixItems = [...new Array(500).fill({}), { allOf, not }];
    const json = JSON.stringify([...new Array(500).fill(2), 'a'.repeat(64_000)]);
    expect(issuesBy({ prefixItems }, { isReadInSteps: false })(json)).toEqual(['too_complex']);
    // It is read once to find identifiers.
    expect(read()).toBe(1);
  });

  test.each(['anyOf', 'oneOf'])('and of %s none that requires what an object lacks', (keyword) => {
    const { schemas, read } = counted(5000);
    for (const [at, schema] of schemas.entries()) Object.assign(schema, { required: [`p${at}`] });
    const issues = issuesBy({ [keyword]: schemas });
    expect(issues('{"p4321": 1}')).toEqual([]);
    expect(issues('{"p": 1}')).toEqual(['any_of']);
    expect(read()).toBeLessThan(6000);
  });

  test('and of kinds with tags those that a value names', () => {
    const names = Array.from({ length: 1000 }, (_, at) => `K${at}`);
    const kinds = names.map((name) => [name, { properties: { kind: { const: name } } }]);
    const { document, read } = countedDocument(Object.fromEntries(kinds));
    const discriminator = { propertyName: 'kind', mapping: Object.fromEntries(names.map((n) => [n, n])) };
    const schema = { oneOf: [ref('K0')], discriminator };
    const validate = validator(schema, { schemas: Object(document) });
    expect(validate({ kind: 'K999' })).toBe(undefined);
    // Each is read three times to find identifiers, and once as the target of the mapping.
    expect(read()).toBeLessThan(4100);
  });

  test.each<[what: string, next: unknown]>([
    ['is no object', 3],
    ['has no tag', {}],
  ])('and of kinds that each have a union of all, only those that lead to a value which %s', (_, next) => {
    const names = Array.from({ length: 100 }, (_, at) => `K${at}`);
    const discriminator = { propertyName: 'kind', mapping: Object.fromEntries(names.map((n) => [n, n])) };
    const any = () => ({ oneOf: names.map(ref), discriminator });
    const properties = () => ({ kind: { type: 'string' }, next: any() });
    const kinds = names.map((name) => [
      name,
      { type: 'object', required: ['kind'], properties: properties() },
    ]);
    const { document, read } = countedDocument(Object.fromEntries(kinds));
    const validate = validator(ref('K0'), { schemas: Object(document) });
    validate({ kind: 'K0' });
    const before = read();
    validate({ kind: 'K0', next: { kind: 'K1', next } });
    // To read one union takes a few hundred, and there are a hundred.
    expect(read() - before).toBeLessThan(6000);
  });

  test('which may not be what only the other side sends', () => {
    const kinds = Array.from({ length: 1000 }, (_, at) => ({ required: ['id', `p${at}`] }));
    const issues = issuesBy({ properties: { id: { readOnly: true } }, anyOf: kinds });
    expect(issues('{"p999": 1}')).toEqual([]);
    expect(issues('{"p": 1}')).toEqual(['any_of']);
  });
});

test('schemas that combine many others are not looked through for what they require', () => {
  const parts = Array.from({ length: 15 }, (_, at) => [`P${at}`, { required: [`p${at}`] }]);
  const kinds = Array.from({ length: 100 }, () => ({
    anyOf: [true],
    allOf: parts.map(([name]) => ref(String(name))),
  }));
  const { document, read } = countedDocument({ kinds });
  const validate = validator({ anyOf: Object(document).kinds }, { schemas: Object.fromEntries(parts) });
  const value = Object.fromEntries(parts.map((_, at) => [`p${at}`, 1]));
  const before = read();
  expect(validate(value)).toBe(undefined);
  expect(read() - before).toBeLessThan(1000);
});

describe('more than a call has arguments', () => {
  const COUNT = 150_000;
  const all = Array.from({ length: COUNT }, (_, at) => `p${at}`);

  test('of dependent properties', () => {
    const dependentRequired = Object.fromEntries(all.map((name) => [name, ['needed']]));
    const issues = issuesBy({ dependentRequired });
    expect(issues('{"other": 1, "p149999": 1}')).toEqual(['needed dependent_required']);
  });

  test.each(['anyOf', 'oneOf'])('of kinds of %s, of which a refused value fits none', (keyword) => {
    const kinds = all.slice(0, 2000).map((name) => ({ const: name }));
    const issues = issuesBy({ [keyword]: [...kinds, { type: 'integer' }] });
    expect(issues('"p"')).toEqual(['any_of']);
    expect(issues('1')).toEqual([]);
  });
});

describe('what would take too long is refused', () => {
  test('a chain of references that never reaches a value', () => {
    expect(issuesBy(ref('S0'), { schemas: doubling(5000, {}) })('1')).toEqual(['too_complex']);
  });

  test('a schema that is nested too deeply to be compiled on the way', () => {
    const deep = Array.from({ length: 400 }).reduce<unknown>((inner) => ({ items: inner }), {
      type: 'string',
    });
    const schemas = doubling(390, deep);
    expect(issuesBy(ref('S0'), { schemas })('[]')).toEqual([]);
  });

  test('many patterns for many names', () => {
    const patterns = Array.from({ length: 2000 }, (_, at) => [`^a${at}$`, {}]);
    const names = Array.from({ length: 5000 }, (_, at) => `"b${at}": 1`);
    const issues = issuesBy({ patternProperties: Object.fromEntries(patterns) });
    expect(issues(`{${names.join()}}`)).toEqual(['too_complex']);
    const inList = issuesBy({
      items: { patternProperties: Object.fromEntries(patterns) },
      uniqueItems: true,
    });
    expect(inList(`[{${names.join()}}, 1, 1]`)).toEqual(['too_complex']);
  });

  test('many unions that ask what they have evaluated, for many names', () => {
    const union = { anyOf: [{ additionalProperties: {} }], unevaluatedProperties: false };
    const names = Array.from({ length: 6000 }, (_, at) => `"k${at}": 1`);
    const issues = (count: number) => issuesBy({ allOf: new Array(count).fill(union) })(`{${names.join()}}`);
    expect(issues(2)).toEqual([]);
    expect(issues(12)).toEqual(['too_complex']);
  });

  test('a schema that is only itself', () => {
    expect(issuesBy({ anyOf: [ref('Value')] })('1')).toEqual(['recursion_loop']);
    expect(issuesBy({ allOf: [ref('Value')], type: 'integer' })('1')).toEqual([]);
  });
});

describe('an expression of many properties of Unicode', () => {
  const issues = issuesBy({ type: 'string', format: 'regex' });

  test('makes each of them once', () => {
    const made = vi.spyOn(globalThis, 'RegExp');
    expect(issues(JSON.stringify(String.raw`\p{L}\p{Script=Greek}`.repeat(3000)))).toEqual([]);
    const properties = made.mock.calls.flatMap(([source]) => String(source).match(/\\p/g) ?? []);
    expect(properties).toHaveLength(2);
    made.mockRestore();
  });

  test.each<[source: string, isValid: boolean]>([
    [String.raw`\p{L}\P{Script=Greek}+[^\p{Nd}\-a]`, true],
    [String.raw`\\p`, true],
    [String.raw`\\p{2}`, true],
    [String.raw`\p{L}\p{Lamp}`, false],
    [String.raw`[\p{L}-z]`, false],
    [String.raw`\p{L}\p{`, false],
    ['\\p{L}\\', false],
  ])('is valid or not as if it were alone: %s', (source, isValid) => {
    expect(issues(JSON.stringify(source)).length === 0).toBe(isValid);
  });
});

test('no more than a thousand issues are reported', () => {
  const json = `[${'"a",'.repeat(5000)}"a"]`;
  expect(issuesBy({ items: { type: 'integer' } })(json)).toHaveLength(1000);
});

describe('what only replies have', () => {
  const MANY = 300;

  test('is looked for once in a schema that many others combine', () => {
    const { document, read } = countedDocument({
      places: Array.from({ length: MANY }, () => ({ allOf: [ref('Large')] })),
      Large: { allOf: Array.from({ length: MANY }, () => ref('Small')) },
      Small: { properties: { id: { readOnly: true } }, required: ['id'] },
    });
    const { places: prefixItems, ...schemas } = Object(document);
    const validate = validator({ prefixItems }, { schemas });
    const value = Array.from({ length: MANY }, () => ({}));
    const before = read();
    expect(validate(value)).toBeUndefined();
    expect(read() - before).toBeLessThan(150 * MANY);
  });

  test('is found in a schema that was too far from the first that combines it', () => {
    const id = { properties: { id: { readOnly: true } } };
    const far = { required: ['id'], allOf: [id] };
    const large = { allOf: Array.from({ length: 997 }, (_, at) => ({ title: `${at}` })) };
    const schemas = { Far: far, First: { allOf: [large, ref('Far')] } };
    const issues = issuesBy({ prefixItems: [ref('First'), ref('Far')] }, { schemas });
    expect(issues('[0, {}]')).toEqual([]);
  });

  test('is told of a long chain without a list of all names for each of it', () => {
    const models = Array.from({ length: 300 }, (_, at) => [
      `Model${at}`,
      { properties: { [`p${at}`]: { readOnly: true } }, ...(at > 0 && { allOf: [ref(`Model${at - 1}`)] }) },
    ]);
    const sort = vi.spyOn(Array.prototype, 'sort');
    const issues = issuesBy(ref('Model299'), { schemas: Object.fromEntries(models) });
    expect(issues('{}')).toEqual([]);
    const sorted = sort.mock.contexts.reduce<number>((sum, each) => sum + (each as unknown[]).length, 0);
    vi.restoreAllMocks();
    expect(sorted).toBeLessThan(3000);
  });
});

describe('a value waits for the schemas of a union, which are compiled in steps', () => {
  const listOf = <Made>(length: number, made: (at: number) => Made) =>
    Array.from({ length }, (_, at) => made(at));
  const kinds = (keyword: string, first: number) => ({
    [keyword]: listOf(40, (at) => ({
      properties: { k: { const: first }, l: { const: at } },
      required: ['k'],
    })),
  });

  const above = (minimum: number) => ({ allOf: listOf(8, () => ({ minimum })) });
  const many = { anyOf: listOf(250, (at) => ({ properties: { k: above(at + 1) } })) };
  const k0 = { k: 0 };

  const defs = '#/components/schemas/Value/$defs/';
  const web = (length: number, kind: (all: readonly unknown[]) => object) => {
    const all = listOf(length, (at) => ({ $ref: `${defs}K${at}` }));
    const $defs = Object.fromEntries(all.map((_, at) => [`K${at}`, kind(all)]));
    return { $ref: `${defs}K0`, $defs };
  };

  test.each<[what: string, schema: object, value: unknown]>([
    ['that are unions of one another', web(70, (oneOf) => ({ oneOf })), k0],
    ['in not', { not: many }, k0],
    ['in if', { if: many, else: { required: ['l'] } }, k0],
    ['in contains', { contains: many }, [k0]],
    ['in unevaluatedProperties', { unevaluatedProperties: many }, { l: k0 }],
    ['in unevaluatedItems', { unevaluatedItems: many }, [k0]],
    ['of anyOf', { anyOf: listOf(40, (at) => kinds('anyOf', at)) }, { k: 99, l: 3 }],
    ['of oneOf', { items: { oneOf: listOf(40, (at) => kinds('oneOf', at)) } }, [{ k: 7, l: 3 }, 1]],
    ['of names', { propertyNames: { anyOf: listOf(1500, (at) => ({ pattern: `^a${at}$` })) } }, { b: 1 }],
  ])('%s', (_, schema, value) => {
    const { document, read } = countedDocument(schema);
    const { inSteps } = validator(document);
    const before = read();
    const { result, most } = withSteps(1_000_000, () => mostInStep(inSteps(value), read)).result;
    const types = (issues: typeof result) => issues?.all.map(({ publicType }) => publicType);
    const expected = withSteps(1_000_000, () => validator(schema)(value)).result;
    expect(types(result)).toEqual(types(expected));
    expect(most).toBeLessThan((read() - before) / 3);
  });

  test('of which each is compiled once, however many others refer to it', () => {
    const discriminator = { propertyName: 'k' };
    const issues = issuesBy(web(120, (oneOf) => ({ oneOf, discriminator })));
    expect(issues('{"k": "z"}')).toEqual(['union_tag_invalid']);
  });

  test('of which the tags are read in steps, also where only the verdict matters', () => {
    const union = (at: number) => {
      const names = listOf(200, (tag) => [`t${at} ${tag}`, `${defs}K`] as const);
      return { oneOf: [{}], discriminator: { propertyName: 'k', mapping: Object.fromEntries(names) } };
    };
    const schema = { not: { allOf: listOf(40, union) }, $defs: { K: {} } };
    expect(countSteps(schema, '{"k": "z"}', 2000)).toBeGreaterThan(2);
  });

  test('which sort their values for the first that is looked up', () => {
    const anyOf = listOf(400, (kind) => ({ enum: listOf(400, (at) => `${kind} ${at}`) }));
    expect(countSteps({ anyOf }, '"a"', 2000)).toBeGreaterThan(10);
  });

  test.each([
    [{ oneOf: [ref('Value'), { type: 'integer' }] }, []],
    [{ oneOf: [ref('Value'), ref('Value')] }, ['recursion_loop']],
  ])('and leads to itself only once, however often that pauses: %j', (schema, expected) => {
    expect(issuesBy(schema)('1').map((each) => each.replace(/^.* /, ''))).toEqual(expected);
  });
});

describe('a thousand patterns of names', () => {
  const patterns = Array.from({ length: 1000 }, (_, at) => [`^c${at}$`, { type: 'integer' }]);
  const schema = { patternProperties: Object.fromEntries(patterns), additionalProperties: { type: 'null' } };

  test('are compiled in steps, once, while an object waits, and each name is tried with them in a few', () => {
    const { inSteps } = validator({ items: schema });
    const value = [{ c1: 1 }, { c2: 1 }];
    const stepsOf = () => withSteps(1_000_000, () => [...inSteps(value)].length).result;
    expect(stepsOf()).toBeGreaterThan(1000);
    const again = stepsOf();
    expect([again > 8, again < 50]).toEqual([true, true]);
  });

  test('apply to all names that match, and others to the rest', () => {
    const read = () => issuesBy(schema)('{"c1": "", "d": "", "c999": 1, "e": null}');
    expect(withSteps(1_000_000, read).result).toEqual(['c1 int_type', 'd none_required']);
  });
});

describe('what a union, a condition or its like needs to know at once', () => {
  const schemas = {
    Json: {
      anyOf: [
        { type: 'integer' },
        { type: 'array', items: ref('Json') },
        { type: 'object', additionalProperties: ref('Json') },
      ],
    },
  };
  const kinds = ['k1', 'k2'].map((kind) => ({ required: [kind], properties: { v: ref('Json') } }));
  const list = { type: 'array', items: ref('Json') };
  const many = (item: string) => `[${Array(2000).fill(item).join()}]`;

  test.each<[what: string, schema: object, json: string]>([
    ['the kind that fits', { anyOf: kinds }, `{"k2": 1, "v": ${many('[[1]]')}}`],
    ['the kinds that nearly fit', { oneOf: kinds }, `{"k1": 1, "k2": 1, "v": ${many('[[""]]')}}`],
    ['the last mistake', { anyOf: kinds }, `{"k1": 1, "v": ${many('[[1]]').replace(/1..$/, '""]]')}}`],
    ['what is not allowed', { not: list }, many('{"a": 1}')],
    ['a condition', { if: list, else: { maxItems: 1 } }, many('{"a": 1}')],
    ['what is evaluated', { allOf: [list], unevaluatedItems: false }, many('{"a": ""}')],
  ])('takes many turns: %s', (_, schema, json) => {
    expect(countSteps(schema, json, 100, { schemas })).toBeGreaterThan(20);
  });

  test('is too complex if it takes a million steps at once', () => {
    const numbers = ['integer', 'number'].map((type) => ({ type: 'array', items: { type } }));
    const { inSteps } = validator({ anyOf: numbers });
    const typesOf = (length: number) =>
      atOnce(inSteps(Array(length).fill(1)))?.all.map(({ publicType }) => publicType);
    expect(typesOf(100_000)).toBeUndefined();
    expect(typesOf(1_100_000)).toEqual(['too_complex']);
  });

  test('does not begin anew when what is known is forgotten again', () => {
    const { inSteps } = validator({ anyOf: kinds }, { schemas });
    const lists = Array.from({ length: 210_000 }, () => [1]);
    expect(atOnce(inSteps({ k1: 1, v: lists }))).toBeUndefined();
  });
});

test.each([
  ['uri', 'http://a/', ''],
  ['iri-reference', '', ''],
  ['uri-template', '', '{a}'],
  ['uri-template', '{', '}'],
])('a text of megabytes can be a %s', (format, start, end) => {
  const issues = issuesBy({ format }, { isReadInSteps: false });
  const long = `${start}${'a'.repeat(9_500_000)}`;
  expect(issues(JSON.stringify(`${long}${end}`))).toEqual([]);
  expect(issues(JSON.stringify(`${long}%${end}`))).toEqual(['format']);
});

test('a value of many values keeps the outcomes of some of them at a time', () => {
  const memory = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const value = Array.from({ length: 1_000_000 }, () => []);
  const validate = validator({ anyOf: [{ type: 'null' }, { items: ref('Value') }] });
  const before = memory();
  let most = 0;
  const steps = validate.inSteps(value, 500_000);
  while (!steps.next().done) most = Math.max(most, memory() - before);
  expect(most).toBeLessThan(30e6);
});
