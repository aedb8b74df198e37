import { describe, expect, it, vi } from 'vitest';
import { openApiDialect } from '../../src/documents/dialect.ts';
import { FieldReader } from '../../src/documents/fields.ts';
import { Guard } from '../../src/documents/guard.ts';
import { itemsOf, within } from '../../src/documents/located.ts';
import { DocumentError, References } from '../../src/documents/references.ts';
import { sampleInSteps, sampleOf } from '../../src/documents/sample.ts';
import { schemaCompiler } from '../../src/documents/schema/compile.ts';
import { isMappingRead, taggedKinds, taggedKindsInSteps } from '../../src/documents/union.ts';
import { fromDocument } from '../../src/from-document.ts';
import { defined } from '../../src/text/guards.ts';
import { atOnce } from '../../src/text/turns.ts';
import { counted, mostInStep } from '../_counted.ts';
import { documentOf, documentWithBody, issuesOf, ofFastapi } from './_document.ts';

/** Unions with a discriminator: which kind a tag stands for. */

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const kind = (property: string) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string' }, [property]: { type: 'integer' } },
});
const components = {
  schemas: { Cat: kind('lives'), Dog: kind('tricks'), 'com.ex.Cat': kind('lives'), 'a/b': kind('lives') },
};

/** A union of these kinds, with a mapping of their tags. */
function unionOf(members: readonly unknown[], mapping?: unknown) {
  return { oneOf: members, discriminator: { propertyName: 'kind', mapping } };
}

const animals = [ref('Cat'), ref('Dog')];
const dotted = [ref('com.ex.Cat'), ref('Dog')];

function told(schema: unknown): string[] {
  return fromDocument(documentWithBody(schema, components), { values: 'fastapi' }).unsupported.map(
    ({ what }) => what,
  );
}

describe('a mapping', () => {
  it.each<[what: string, schema: unknown, body: unknown, expected: readonly string[] | 200]>([
    [
      'to a name with dots',
      unionOf(dotted, { cat: 'com.ex.Cat' }),
      { kind: 'cat', lives: 'x' },
      ['body.cat.lives int_parsing'],
    ],
    [
      'to a name with a slash',
      unionOf([{ $ref: '#/components/schemas/a~1b' }], { cat: 'a/b' }),
      { kind: 'cat', lives: 'x' },
      ['body.cat.lives int_parsing'],
    ],
    [
      'of one kind leaves the others their names',
      unionOf(animals, { dog: ref('Dog').$ref }),
      { kind: 'Cat', lives: 'x' },
      ['body.Cat.lives int_parsing'],
    ],
    [
      'of a union in a union names its kinds',
      { anyOf: [unionOf(animals, { cat: 'Cat', dog: 'Dog' }), { type: 'array' }] },
      { kind: 'cat', lives: 'x' },
      ['body.tagged-union[Cat,Dog].cat.lives int_parsing', 'body.list[any] list_type'],
    ],
    [
      'replaces the name of a kind',
      unionOf(animals, { dog: 'Dog' }),
      { kind: 'Dog' },
      ['body union_tag_invalid'],
    ],
    [
      'may give a name to another kind',
      unionOf(animals, { Cat: 'Dog' }),
      { kind: 'Cat', tricks: 'x' },
      ['body.Cat.tricks int_parsing'],
    ],
    ['of no texts is none', unionOf(animals, { Cat: 7 }), { kind: 'Cat', lives: 7 }, 200],
    [
      'into a file that was not read is not followed',
      unionOf(animals, { cat: 'animals.yaml#/Cat', dog: 'Dog' }),
      { kind: 'cat', tricks: 7 },
      200,
    ],
  ])('%s', (_, schema, body, expected) => {
    expect(issuesOf(documentWithBody(schema, components), { path: '/lamps', body })).toEqual(expected);
  });

  it('into a file that was not read is reported', () => {
    const what =
      'has a discriminator that is ignored, because its mapping leads to files that were not read: it is read as anyOf';
    expect(told(unionOf(animals, { cat: 'https://example.com/animals.json', dog: 'Dog' }))).toContain(what);
    expect(told(unionOf(animals, { cat: 'animals.json' }))).toContain(what);
    expect(told(unionOf(animals, { cat: 'Cat', dog: ref('Dog').$ref }))).toEqual([]);
  });

  it.each(['Cow', 'com.ex.Cow', ref('Cow').$ref])('that leads nowhere is a mistake: %s', (target) => {
    for (const keyword of ['oneOf', 'anyOf']) {
      const { oneOf, discriminator } = unionOf(animals, { cow: target });
      const document = documentWithBody(ref('Pet'), {
        schemas: { ...components.schemas, Pet: { [keyword]: oneOf, discriminator } },
      });
      expect(() => fromDocument(document)).toThrow(DocumentError);
      expect(() => fromDocument(document)).toThrow(
        /^The reference "\S*Cow" at #\/components\/schemas\/Pet\/discriminator\/mapping\/cow leads nowhere$/,
      );
    }
  });

  it('in another file may name components of the first', () => {
    const address = 'https://example.com/openapi.json';
    const Pet = unionOf(
      animals.map(({ $ref }) => ({ $ref: address + $ref })),
      { cat: 'Cat', dog: 'Dog' },
    );
    const files = new Map([['https://example.com/pet.json', Pet]]);
    const body = { kind: 'cat', lives: 'x' };
    expect(
      issuesOf(
        documentWithBody({ $ref: 'pet.json' }, components),
        { path: '/lamps', body },
        { address, files },
      ),
    ).toEqual(['body.cat.lives int_parsing']);
  });

  it('that is ignored may lead nowhere', () => {
    const { discriminator } = unionOf([], { cow: 'Cow' });
    expect(told({ ...kind('lives'), discriminator })).toEqual([
      'has a discriminator that is ignored, because there is no oneOf or anyOf',
    ]);
  });
});

describe('the tag of a kind', () => {
  const own = (tag: unknown) => ({ properties: { kind: tag, lives: { type: 'integer' } } });
  const union = unionOf([ref('Tabby'), ref('Dog')]);

  it.each<[what: string, kind: unknown, tag: string]>([
    ['the value of its property', { ...own({ const: 'tabby' }), required: ['kind'] }, 'tabby'],
    ['one of its values', own({ enum: ['tom', 'tabby'] }), 'tabby'],
    ['the value in a part of it', { allOf: [ref('Cat'), own({ const: 'tabby' })] }, 'tabby'],
    ['the value in a part of a part', { allOf: [{ allOf: [own({ const: 'tabby' })] }] }, 'tabby'],
    ['else its name', { allOf: [ref('Cat'), own({ type: 'string' })] }, 'Tabby'],
  ])('is %s', (_, Tabby, tag) => {
    const document = documentWithBody(union, { schemas: { ...components.schemas, Tabby } });
    expect(issuesOf(document, { path: '/lamps', body: { kind: tag, lives: 'x' } })).toEqual([
      `body.${tag}.lives int_parsing`,
    ]);
  });
});

it('the tag that FastAPI does not name is the first property that has values in each kind', () => {
  const own = (tag: unknown, property: string) => ({
    type: 'object',
    required: ['name', 'kind'],
    properties: {
      name: { type: 'string' },
      size: { const: 'big' },
      kind: { const: tag },
      [property]: { type: 'integer' },
    },
  });
  const { size: _, ...properties } = own('dog', 'tricks').properties;
  const dog = { ...own('dog', 'tricks'), properties };
  const document = documentWithBody({ oneOf: [own('cat', 'lives'), dog] }, { schemas: ofFastapi });
  const issues = (body: unknown) => issuesOf(document, { path: '/lamps', body });
  expect(issues({ kind: 'cat', name: 'Tom', lives: 'x' })).toEqual(['body.cat.lives int_parsing']);
  expect(issues({ kind: 'cow' })).toEqual(['body union_tag_invalid']);
});

describe('a union of kinds and null', () => {
  const pet = (schema: unknown) =>
    documentWithBody({ required: ['pet'], properties: { pet: schema } }, components);

  it.each<[pet: unknown, expected: readonly string[] | 200]>([
    [null, 200],
    [{ kind: 'Cat', lives: 9 }, 200],
    [{ kind: 'Cat', lives: 'x' }, ['body.pet.Cat.lives int_parsing']],
    [{ kind: 'Cow' }, ['body.pet union_tag_invalid']],
    [7, ['body.pet model_attributes_type']],
  ])('%j', (value, expected) => {
    for (const mapping of [undefined, { Cat: 'Cat', Dog: 'Dog' }]) {
      const schema = unionOf([...animals, { type: 'null' }], mapping);
      expect(issuesOf(pet(schema), { path: '/lamps', body: { pet: value } })).toEqual(expected);
    }
  });

  it('without null has no null', () => {
    expect(issuesOf(pet(unionOf(animals)), { path: '/lamps', body: { pet: null } })).toEqual([
      'body.pet model_attributes_type',
    ]);
  });
});

describe('a union with many tagged kinds', () => {
  const names = Array.from({ length: 60 }, (_, at) => `K${at}`);
  const schemas = Object.fromEntries(
    names.map((name) => [
      name,
      { type: 'object', required: ['kind'], properties: { kind: { const: name }, next: ref('Any') } },
    ]),
  );
  const Any = unionOf(names.map(ref));

  it.each<[body: unknown, expected: readonly string[] | 200]>([
    [{ kind: 'K7' }, 200],
    [{ kind: 'K7', next: { kind: 'K7', next: { kind: 'K59' } } }, 200],
    [{ kind: 'K7', next: { kind: 'K59', next: 1 } }, ['body.K7.next.K59.next model_attributes_type']],
    [{ kind: 'K60' }, ['body union_tag_invalid']],
  ])('reads %j by the kind of its tag', (body, expected) => {
    const document = documentWithBody(ref('Any'), { schemas: { ...schemas, Any } });
    expect(issuesOf(document, { path: '/lamps', body })).toEqual(expected);
  });

  it('makes only those kinds that are sent', () => {
    const made = vi.spyOn(Guard.prototype, 'wrap');
    const document = documentWithBody(ref('Any'), { schemas: { ...schemas, Any } });
    const body = { kind: 'K7', next: 1 };
    expect(issuesOf(document, { path: '/lamps', body })).toEqual(['body.K7.next model_attributes_type']);
    expect(made.mock.calls.length).toBeLessThan(5);
    made.mockRestore();
  });

  it('shares what is made of them with other unions, but not what one says beside a reference', () => {
    const document = documentOf({}, { schemas: { ...schemas, Any } });
    const references = new References({ root: 'd:', byAddress: new Map([['d:', document]]) });
    const reader = new FieldReader(references, { values: 'fastapi', dialect: openApiDialect });
    const union = (first: unknown) => ({ value: unionOf([first, ...names.slice(1).map(ref)]), at: 'd:#' });
    const [secret, open] = [{ ...ref('K0'), writeOnly: true }, ref('K0')].map((first) =>
      reader.fieldOf(union(first)),
    );
    expect(secret?.parse({ kind: 'K7' })).toEqual({ kind: 'K7' });
    const found = vi.spyOn(references, 'find');
    expect(open?.parse({ kind: 'K7' })).toEqual({ kind: 'K7' });
    // It is looked up, but not made again.
    expect(found).toHaveBeenCalledOnce();
    const definitions = { refer: (name: string) => ({ $ref: name }) };
    const told = [secret, open].map((each) => each?.describe('input', definitions as never).oneOf);
    expect(told.map((kinds) => Object(kinds)[0].writeOnly)).toEqual([true, undefined]);
  });
});

it.each<[what: string, schema: unknown]>([
  ['by a mapping', unionOf(animals, { dog: 'Dog', cat: 'Cat' })],
  ['by their names', unionOf(animals)],
])('finds the kinds of a union once: %s', (_, value) => {
  const document = documentOf({}, components);
  const references = new References({ root: 'd:', byAddress: new Map([['d:', document]]) });
  const ask = () => taggedKinds({ value, at: 'd:#' }, 'oneOf', { references, dialect: openApiDialect });
  const first = ask();
  const found = vi.spyOn(references, 'find');
  expect(ask()).toEqual(first);
  expect(first?.kinds.size).toBe(2);
  expect(found).not.toHaveBeenCalled();
});

it('looks for the places of no kinds that are written as in the mapping', () => {
  const references = new References({ root: 'd:', byAddress: new Map([['d:', documentOf({}, components)]]) });
  const mapping = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`dog${at}`, ref('Dog').$ref]));
  const discriminator = { value: { propertyName: 'kind', mapping }, at: 'd:#/discriminator' };
  isMappingRead(discriminator, references);
  const found = vi.spyOn(references, 'find');
  const kindsOf = (members: readonly unknown[]) =>
    taggedKinds({ value: { oneOf: members, discriminator: discriminator.value }, at: 'd:#' }, 'oneOf', {
      references,
      dialect: openApiDialect,
    })?.kinds.size;
  expect(kindsOf([ref('Dog')])).toBe(100);
  expect(found.mock.calls.length).toBeLessThan(10);
});

describe('a union of many kinds', () => {
  const names = Array.from({ length: 2000 }, (_, at) => `k${at}`);
  const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', title: name }]));
  const typed = Object.fromEntries(
    names.map((name) => [name, { properties: { other: {}, kind: { const: name } } }]),
  );
  const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const all = Object.fromEntries(names.map((name, at) => [`tag${at}`, name]));
  const one = { tag: 'k0', ...Object.fromEntries(names.map((name) => [`tag-${name}`, 'k0'])) };
  const shared = { ...openApiDialect, hasSharedTags: true };
  type Parts = Readonly<Record<string, unknown>>;

  function readerOf(value: unknown, components: Parts, dialect = openApiDialect) {
    const document = documentOf({}, { schemas: { ...components, Value: value } });
    const { document: read, read: count } = counted(document);
    const references = new References({ root: 'd:', byAddress: new Map([['d:', read]]) });
    const reader = new FieldReader(references, { values: 'fastapi', dialect });
    const schema = references.find('#/components/schemas/Value', 'd:#');
    // Whether a mapping leads anywhere is found out when a document is loaded.
    for (const each of [schema, within(within(schema, 'properties'), 'a')])
      isMappingRead(within(each, 'discriminator'), references);
    return { reader, schema, count };
  }

  it.each<[what: string, value: Parts, components: Parts, rounds: number]>([
    ['by a mapping', { oneOf: refs, discriminator: { propertyName: 'kind', mapping: all } }, schemas, 5],
    ['by one kind', { oneOf: [refs[0]], discriminator: { propertyName: 'kind', mapping: one } }, schemas, 2],
    ['by their names', { oneOf: refs, discriminator: { propertyName: 'kind' } }, schemas, 2],
    [
      'by their names and a mapping',
      { oneOf: refs, discriminator: { propertyName: 'kind', mapping: { tag: 'k5' } } },
      schemas,
      5,
    ],
    ['by a property that no discriminator names', { oneOf: refs }, typed, 4],
  ])('reads their tags in steps: %s', (_, value, components, rounds) => {
    const { reader, schema, count } = readerOf(value, components, shared);
    const { result, most } = mostInStep(taggedKindsInSteps(schema, 'oneOf', reader), count);
    const { size = 0 } = Object(result).kinds;
    // No step looks at all of them more than once.
    expect([Math.round(size / names.length), most < 1.1 * names.length]).toEqual([1, true]);
    const others = readerOf(value, components, shared);
    const steps = [...taggedKindsInSteps(others.schema, 'oneOf', others.reader)];
    expect(Math.round(steps.length / names.length)).toBe(rounds);
  });

  it.each([
    [1001, true],
    [999, false],
  ])('are read before a value that can wait if there are very many: %i', (count, isInSteps) => {
    const mapping = Object.fromEntries(Object.entries(all).slice(0, count));
    const value = { oneOf: [{ type: 'null' }], discriminator: { propertyName: 'kind', mapping } };
    const { reader, schema } = readerOf(value, schemas);
    const compile = schemaCompiler({ ...reader, version: '2020-12', isForeign: () => false });
    const steps = [...compile(schema).inSteps({ kind: 'tag7' })];
    expect(steps.length > 1000).toBe(isInSteps);
    expect(compile(schema)({ kind: 'x' })?.all.map(({ type }) => type)).toEqual(['union_tag_invalid']);
  });

  it.each([
    ['of a property', (value: unknown) => ({ properties: { a: value } })],
    ['of a schema', (value: unknown) => value],
  ])('has them read before its field is made: %s', (_, around) => {
    const union = { oneOf: [refs[0]], discriminator: { propertyName: 'kind', mapping: one } };
    const { reader, schema } = readerOf(around(union), schemas);
    expect([...reader.makeInSteps(schema)].length).toBeGreaterThan(names.length);
  });

  it('looks for the kind of an allOf that it is sampled for in steps', () => {
    const union = { oneOf: refs, discriminator: { propertyName: 'kind', mapping: all } };
    const { reader, schema } = readerOf({ allOf: [union, { title: 'x' }] }, schemas);
    const [first] = itemsOf(within(schema, 'allOf'));
    atOnce(reader.makeInSteps(schema));
    expect(taggedKinds(defined(first), 'oneOf', reader)?.kinds.size).toBe(names.length);
    expect([...sampleInSteps(schema, reader)].length).toBeGreaterThan(names.length);
    expect(sampleOf(schema, reader)).toEqual({ kind: 'tag0' });
  });
});

it('finds what a name in a mapping means by the address of the schema around it', () => {
  const kinds = ['a', 'b'].map((name) => ({
    $id: `http://x/${name}/`,
    $defs: { Kind: { $id: 'kind.json' } },
  }));
  const document = documentOf({}, { schemas: { A: kinds[0], B: kinds[1] } });
  const references = new References({ root: 'd:', byAddress: new Map([['d:', document]]) });
  const found = ['A', 'B'].map((name) => {
    const target = references.mapped('kind.json', `d:#/components/schemas/${name}/discriminator/mapping/k`);
    return references.follow(target).at;
  });
  expect(found).toEqual(['d:#/components/schemas/A/$defs/Kind', 'd:#/components/schemas/B/$defs/Kind']);
});

it('knows a kind in a mapping again that a member writes in another way', () => {
  const references = new References({ root: 'd:', byAddress: new Map([['d:', documentOf({}, components)]]) });
  const members = [{ $ref: `d:${ref('Cat').$ref}` }, ref('Dog')];
  const schema = { value: unionOf(members, { cat: 'Cat' }), at: 'd:#' };
  const tagged = taggedKinds(schema, 'oneOf', { references, dialect: openApiDialect });
  expect([...(tagged?.kinds.keys() ?? [])]).toEqual(['Dog', 'cat']);
});

it('looks into the kinds that unions have in common once', () => {
  const references = new References({ root: 'd:', byAddress: new Map([['d:', documentOf({}, components)]]) });
  const kindsOf = () =>
    taggedKinds({ value: unionOf(animals, { dog: 'Dog', cat: 'Cat' }), at: 'd:#' }, 'oneOf', {
      references,
      dialect: openApiDialect,
    })?.kinds.size;
  const followed = vi.spyOn(references, 'follow');
  expect(kindsOf()).toBe(2);
  const first = followed.mock.calls.length;
  expect(kindsOf()).toBe(2);
  expect(followed.mock.calls.length - first).toBeLessThan(first);
});
