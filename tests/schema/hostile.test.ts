import { describe, expect, test } from 'vitest';
import { References } from '../../src/documents/references.ts';
import { MAX_KEPT, schemaCompiler } from '../../src/documents/schema/compile.ts';
import { issuesBy, ref } from './_schema.ts';

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

test('the names of an object are listed once for all schemas that have many', () => {
  const names = Array.from({ length: 30 }, (_, at) => `p${at}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
  const document = { allOf: Array.from({ length: 100 }, () => ({ properties })) };
  const references = new References({ root: '', byAddress: new Map([['', document]]) });
  const validate = schemaCompiler({ references, version: '2020-12', isForeign: () => false })(
    references.root,
  );
  let lists = 0;
  const handler: ProxyHandler<object> = {
    ownKeys(target) {
      lists++;
      return Reflect.ownKeys(target);
    },
  };
  expect(validate(new Proxy({ p1: 1, p2: 2 }, handler))).toBe(undefined);
  expect(lists).toBeLessThan(10);
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

  test('and none once a value has taken too long', () => {
    const { schemas, read } = counted(100_000);
    expect(issuesBy({ allOf: schemas }, { isReadInSteps: false })('2')).toEqual(['too_complex']);
    // All are read once to find identifiers, and a few to be compiled.
    expect(read()).toBeLessThan(110_000);
  });

  test.each(['anyOf', 'oneOf'])('and of %s none that requires what an object lacks', (keyword) => {
    const { schemas, read } = counted(5000);
    for (const [at, schema] of schemas.entries()) Object.assign(schema, { required: [`p${at}`] });
    const issues = issuesBy({ [keyword]: schemas });
    expect(issues('{"p4321": 1}')).toEqual([]);
    expect(issues('{"p": 1}')).toEqual(['any_of']);
    expect(read()).toBeLessThan(6000);
  });

  test('which may not be what only the other side sends', () => {
    const kinds = Array.from({ length: 1000 }, (_, at) => ({ required: ['id', `p${at}`] }));
    const issues = issuesBy({ properties: { id: { readOnly: true } }, anyOf: kinds });
    expect(issues('{"p999": 1}')).toEqual([]);
    expect(issues('{"p": 1}')).toEqual(['any_of']);
  });
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

test('no more than a thousand issues are reported', () => {
  const json = `[${'"a",'.repeat(5000)}"a"]`;
  expect(issuesBy({ items: { type: 'integer' } })(json)).toHaveLength(1000);
});
