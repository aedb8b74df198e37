import { describe, expect, it } from 'vitest';
import { type ExactReader, textParser } from '../../src/documents/exact.ts';
import type { Located } from '../../src/documents/located.ts';
import { objectsChecker } from '../../src/documents/query-objects.ts';
import { References } from '../../src/documents/references.ts';
import { schemaCompiler } from '../../src/documents/schema/compile.ts';
import { MadeOnce } from '../../src/documents/schema.ts';
import { Issues } from '../../src/errors/issue.ts';
import { fromDocument } from '../../src/from-document.ts';
import { expectTrueCases } from './_cases.ts';
import { ask, documentOf, issuesOf } from './_document.ts';

/** Objects in a query whose values are read exactly as the document says: each is checked as a whole. */

type Json = Readonly<Record<string, unknown>>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const integer = { type: 'integer' };
const object = (properties: Json, rules: Json = {}) => ({ type: 'object', properties, ...rules });
const closed = { additionalProperties: false };
const range = object({ gt: integer, lt: integer }, closed);

const components = {
  schemas: {
    Tree: object({ name: { type: 'string' }, child: ref('Tree') }, closed),
    Loop: { anyOf: [ref('Loop'), object({ a: integer }, { required: ['a'] })] },
    Cat: object({ kind: { const: 'cat' }, lives: integer }, { required: ['kind', 'lives'] }),
    Dog: object({ kind: { const: 'dog' }, tags: { type: 'array', items: integer } }, { required: ['kind'] }),
  },
};

/** A document with an operation that takes parameters: `p`, and others in the same query. */
function documentWith(p: Json, others: readonly Json[] = [], operation: Json = {}): Json {
  const parameters = [{ name: 'p', in: 'query', ...p }, ...others.map((each) => ({ in: 'query', ...each }))];
  const get = { parameters, responses: { 200: { description: 'x' } }, ...operation };
  const securitySchemes = { key: { type: 'apiKey', in: 'query', name: 'key' } };
  return documentOf({ '/lamps': { get } }, { ...components, securitySchemes });
}

const deep = (schema: Json, rules: Json = {}) => ({ style: 'deepObject', explode: true, schema, ...rules });
const needed = { required: true };

type Row = readonly [what: string, parameter: Json, query: string, expected: unknown];

const lamp = object({ watts: integer, on: { type: 'boolean' } }, { required: ['watts'] });
const lists = object({ ids: { type: 'array', items: integer, maxItems: 2 } }, closed);
const kinds = { oneOf: [ref('Cat'), ref('Dog')] };
const rows: readonly Row[] = [
  // In brackets.
  ['read', deep(lamp), 'p[watts]=5&p[on]=true', 200],
  ['read when its brackets are escaped', deep(lamp), 'p%5Bwatts%5D=x', ['query.p[watts] int_parsing']],
  ['left out', deep(lamp), '', 200],
  ['left out, though it is required', deep(lamp, needed), '', ['query.p[watts] missing']],
  ['empty, though it is required', deep(object({ on: integer }), needed), '', 200],
  ['without a required property', deep(lamp), 'p[on]=true', ['query.p[watts] missing']],
  ['with a name that it does not declare', deep(range), 'p[gte]=5', ['query.p[gte] extra_forbidden']],
  ['with a free name', deep(lamp), 'p[watts]=5&p[x]=1', 200],
  [
    'with a wrong value of a free name',
    deep(object({}, { additionalProperties: integer })),
    'p[a]=x',
    ['query.p[a] int_parsing'],
  ],
  [
    'with a name that no pattern has',
    deep(object({}, { patternProperties: { '^x-': integer }, ...closed })),
    'p[x-a]=1&p[b]=1',
    ['query.p[b] extra_forbidden'],
  ],
  [
    'with a rule for the whole',
    deep(object({ a: {}, b: {} }, { maxProperties: 1 })),
    'p[a]=1&p[b]=2',
    ['query.p too_long'],
  ],
  [
    'with a property that needs another',
    deep(object({ a: {}, b: {} }, { dependentRequired: { a: ['b'] } })),
    'p[a]=1',
    ['query.p[b] dependent_required'],
  ],
  ['sent twice', deep(lamp), 'p[watts]=x&p[watts]=5', 200],
  ['sent as text', deep(lamp), 'p=5', ['query.p dict_type']],
  ['beside names that only look alike', deep(range), 'p[gt=1&pq[x]=1&p]=1&p[a]b=1', 200],
  ['with a list', deep(lists), 'p[ids]=1&p[ids]=2', 200],
  ['with a list of one', deep(lists), 'p[ids]=1', 200],
  ['with a list in brackets', deep(lists), 'p[ids][]=1&p[ids][]=2', 200],
  ['with a list of places', deep(lists), 'p[ids][0]=1&p[ids][1]=x', ['query.p[ids].1 int_parsing']],
  ['with too long a list', deep(lists), 'p[ids][]=1&p[ids][]=2&p[ids][]=3', ['query.p[ids] too_long']],
  ['with names where a list is declared', deep(lists), 'p[ids][a]=1', ['query.p[ids] list_type']],
  ['of objects', deep(ref('Tree')), 'p[name]=a&p[child][name]=b&p[child][child][name]=c', 200],
  [
    'of objects with a name that they do not declare',
    deep(ref('Tree')),
    'p[child][child][nam]=c',
    ['query.p[child].child.nam extra_forbidden'],
  ],
  [
    'with a list of objects',
    deep(object({ all: { type: 'array', items: lamp } })),
    'p[all][0][watts]=1&p[all][1][watts]=x',
    ['query.p[all].1.watts int_parsing'],
  ],
  [
    'of more levels than anybody sends',
    deep(ref('Tree')),
    `p${'[child]'.repeat(200)}=1`,
    [`query.p[child]${'.child'.repeat(18)}.${'[child]'.repeat(181)} extra_forbidden`],
  ],
  ['of one of two kinds', deep(kinds), 'p[kind]=cat&p[lives]=9', 200],
  ['of one of two kinds, with a list', deep(kinds), 'p[kind]=dog&p[tags]=1', 200],
  ['of a kind with a wrong value', deep(kinds), 'p[kind]=cat&p[lives]=x', ['query.p[lives] int_parsing']],
  ['of a union with itself', deep(ref('Loop')), 'p[a]=1', 200],
  ['or a number', deep({ anyOf: [range, integer] }), 'p=5', 200],
  ['or a number, and an object', deep({ anyOf: [range, integer] }), 'p[gt]=5', 200],
  [
    'or a number, and another text',
    deep({ anyOf: [range, integer] }),
    'p=x',
    ['query.p.object dict_type', 'query.p.integer int_parsing'],
  ],
  ['a list', deep({ type: 'array', items: integer }), 'p[]=1&p[]=2', 200],
  ['a list of places', deep({ type: 'array', items: integer }), 'p[0]=1&p[1]=x', ['query.p[1] int_parsing']],
  [
    'a list that is left out, though it is required',
    deep({ type: 'array' }, needed),
    '',
    ['query.p missing'],
  ],
  // A parameter for each property.
  ['exploded', { schema: lamp }, 'watts=5', 200],
  ['exploded, and left out', { schema: lamp }, '', 200],
  ['exploded, and left out, though it is required', { schema: lamp, ...needed }, '', ['query.watts missing']],
  ['exploded, without a required property', { schema: lamp }, 'on=true', ['query.watts missing']],
  [
    'exploded, with a name that it does not declare',
    { schema: range },
    'gte=5',
    ['query.gte extra_forbidden'],
  ],
  [
    'exploded, with free names',
    { schema: object({}, { additionalProperties: integer }) },
    'a=1&b=x',
    ['query.b int_parsing'],
  ],
  ['exploded, with a list', { schema: lists }, 'ids=1&ids=x', ['query.ids.1 int_parsing']],
  ['exploded, of one of two kinds', { schema: kinds }, 'kind=cat&lives=x', ['query.lives int_parsing']],
  ['exploded, beside a preference of a reply', { schema: range }, '__code=200', 200],
  [
    'exploded, or null',
    { schema: { ...lamp, type: ['object', 'null'] } },
    'watts=x',
    ['query.watts int_parsing'],
  ],
  ['exploded, or a number', { schema: { anyOf: [lamp, integer] } }, 'p=5&other=1', 200],
  [
    'exploded, or a wrong number',
    { schema: { anyOf: [lamp, integer] } },
    'p=x',
    ['query.p.object dict_type', 'query.p.integer int_parsing'],
  ],
  [
    'exploded, or a word, of the name of a property',
    { schema: { anyOf: [object({ p: integer }, closed), { type: 'string' }] } },
    'p=x',
    200,
  ],
  ['exploded, or a number, and an object', { schema: { anyOf: [lamp, integer] } }, 'watts=5', 200],
  // One parameter for all of it.
  ['in one parameter', { explode: false, schema: lamp }, 'p=watts,5,on,true', 200],
  [
    'in one parameter, with another name',
    { explode: false, schema: range },
    'p=gte,5',
    ['query.p.gte extra_forbidden'],
  ],
  ['in one parameter, of one of two kinds', { explode: false, schema: kinds }, 'p=kind,cat,lives,9', 200],
  [
    'with spaces',
    { style: 'spaceDelimited', explode: false, schema: range },
    'p=gt%20x',
    ['query.p.gt int_parsing'],
  ],
  [
    'with pipes',
    { style: 'pipeDelimited', explode: false, schema: range },
    'p=gt|5|gte|5',
    ['query.p.gte extra_forbidden'],
  ],
  [
    'in JSON',
    { content: { 'application/json': { schema: range } } },
    'p={"gte":5}',
    ['query.p.gte extra_forbidden'],
  ],
];

it.each(rows)('an object in a query may be %s', (_, parameter, query, expected) => {
  const document = documentWith(parameter);
  expect(issuesOf(document, { path: `/lamps?${query}` }, { values: 'schema' })).toEqual(expected);
  expect(fromDocument(document, { values: 'schema' }).unsupported).toEqual([]);
  expectTrueCases(document, 'schema');
});

const others: readonly (readonly [
  what: string,
  others: readonly Json[],
  query: string,
  expected: unknown,
])[] = [
  ['another parameter', [{ name: 'page', schema: integer }], 'gt=1&page=2', 200],
  [
    'a wrong value of another parameter',
    [{ name: 'page', schema: integer }],
    'gt=1&page=x',
    ['query.page int_parsing'],
  ],
  ['a list with brackets', [{ name: 'ids', schema: { type: 'array', items: integer } }], 'ids[]=1', 200],
  ['an object in brackets', [{ name: 'f', ...deep(lamp) }], 'gt=1&f[watts]=1', 200],
  ['the property of another object', [{ name: 'q', schema: lamp }], 'gt=1&watts=2', 200],
  ['a name that another object may have', [{ name: 'q', schema: lamp }], 'gt=1&watts=2&gte=1', 200],
  ['a key', [], 'gt=1&key=k', 200],
  ['an unknown name', [], 'gt=1&key=k&gte=2', ['query.gte extra_forbidden']],
];

it.each(others)('an exploded object may stand beside %s', (_, parameters, query, expected) => {
  const document = documentWith({ schema: range }, parameters, { security: [{ key: [] }] });
  const keyed = query.includes('key=') ? query : `${query}&key=k`;
  expect(issuesOf(document, { path: `/lamps?${keyed}` }, { values: 'schema' })).toEqual(expected);
});

it('the secrets of an object in a query are not shown', () => {
  const secret = { type: 'string', writeOnly: true, minLength: 9 };
  const document = documentWith(deep(object({ pin: secret })));
  const { status, body } = ask(document, { path: '/lamps?p[pin]=hunter2' }, { values: 'schema' });
  expect([status, body.includes('hunter2')]).toEqual([422, false]);
});

type Reader = ReturnType<ExactReader['readers']['of']>;

it('an object of many unions takes few steps', () => {
  const kinds = Array.from({ length: 8 }, () => [ref('Deep'), object({ a: ref('Deep') }, closed)]);
  const parameters = [{ name: 'p', in: 'query', ...deep(ref('Deep')) }];
  const get = { parameters, responses: { 200: { description: 'x' } } };
  const document = documentOf({ '/lamps': { get } }, { schemas: { Deep: { anyOf: kinds.flat() } } });
  const path = `/lamps?p${'[a]'.repeat(20)}=x`;
  expect(ask(document, { path }, { values: 'schema' }).status).toBe(422);
});

it('the schema of objects inside one another is prepared once, whatever their number', () => {
  const lamp = { properties: { a: { $ref: '#' }, watts: { type: 'integer' } } };
  const references = new References({ root: 'd:', byAddress: new Map([['d:', lamp]]) });
  const compile = schemaCompiler({ references, version: '2020-12', isForeign: () => false });
  let count = 0;
  class CountedReaders extends MadeOnce<Reader> {
    override of(schema: Located, from: References, make: (schema: Located) => Reader): Reader {
      return super.of(schema, from, (target) => {
        count++;
        return make(target);
      });
    }
  }
  const { parse } = textParser(references.root, {
    references,
    version: '2020-12',
    compile,
    readers: new CountedReaders(),
  });
  expect(parse({ a: { a: { a: { a: { watts: '7' } } } } })).toEqual({ a: { a: { a: { a: { watts: 7 } } } } });
  expect(count).toBe(2);
});

it.each([true, false])(
  'a query is looked through once, whatever the number of objects: in brackets %s',
  (isInBrackets) => {
    const schema = { type: 'object', properties: { x: { type: 'integer' } } };
    const references = new References({ root: 'd:', byAddress: new Map([['d:', schema]]) });
    const compile = schemaCompiler({ references, version: '2020-12', isForeign: () => false });
    const objects = Array.from({ length: 100 }, (_, at) => ({
      ...{ name: `o${at}`, schema: references.root, types: ['object'], isInBrackets, isRequired: false },
    }));
    let count = 0;
    const pairs = Array.from({ length: 100 }, (_, at) => {
      const name = isInBrackets ? `o${at}[x]` : 'x';
      return { 0: name, 1: 'a', [Symbol.iterator]: () => [name, `a${count++}`].values() } as unknown as [
        string,
        string,
      ];
    });
    const check = objectsChecker(objects, [], {
      references,
      version: '2020-12',
      compile,
      readers: new MadeOnce<Reader>(),
    });
    expect(check(pairs)?.count).toBe(100);
    expect(count).toBe(100);
  },
);

describe('an object of one of many kinds', () => {
  /** Reads an object by a union, and counts the kinds that are compiled for that. */
  function read(anyOf: readonly unknown[], sent: object) {
    const references = new References({ root: 'd:', byAddress: new Map([['d:', { anyOf }]]) });
    const compile = schemaCompiler({ references, version: '2020-12', isForeign });
    let count = 0;
    const reader = {
      references,
      version: '2020-12',
      compile(schema: Located) {
        count++;
        return compile(schema);
      },
      readers: new MadeOnce<Reader>(),
    } as const;
    const value = textParser(references.root, reader).parse(sent);
    return { value, count };
  }

  const isForeign = ({ value }: Located) => Object(value).readOnly === true;
  const integer = { type: 'integer' };

  it('is read without those whose required properties it lacks', () => {
    const kinds = Array.from({ length: 500 }, (_, at) => ({
      type: 'object',
      properties: { [`p${at}`]: integer },
      required: [`p${at}`],
    }));
    const { value, count } = read(kinds, { p499: '7' });
    expect(value).toEqual({ p499: 7 });
    expect(count).toBeLessThan(10);
  });

  it.each<[string, object]>([
    ['that only replies have', { properties: { a: integer, id: { readOnly: true } }, required: ['id'] }],
    ['that an allOf says of', { allOf: [{ properties: { id: { readOnly: true } } }], required: ['id'] }],
    ['that are no list of names', { properties: { a: integer }, required: [5] }],
  ])('may lack required properties %s', (_, kind) => {
    const kinds = [{ type: 'string' }, { type: 'object', ...kind }];
    expect(read(kinds, { a: '7' }).value).not.toBeInstanceOf(Issues);
  });
});
