import { describe, expect, it } from 'vitest';
import { casesOf } from '../../src/cases/cases.ts';
import { wholeSubjectOf } from '../../src/cases/robust.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { ask, documentOf, issuesOf } from './_document.ts';

/** Objects of several kinds: unions, and bases whose union lists the schemas that extend them. */

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const requiring = (...names: readonly string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, text])),
});
const byKind = {
  discriminator: { propertyName: 'kind', mapping: { dog: ref('Dog').$ref, cat: ref('Cat').$ref } },
};
const kinds = { oneOf: [ref('Dog'), ref('Cat')] };
const dog = requiring('bark');
const puppies = { type: 'array', items: ref('Pet') };
const apart = { Dog: requiring('kind', 'bark'), Cat: requiring('kind', 'meow') };

/** A base and the kinds that extend it. */
function extended(base: unknown) {
  return {
    Pet: base,
    Dog: { allOf: [ref('Pet'), { ...dog, properties: { ...dog.properties, puppies } }] },
    Cat: { allOf: [ref('Pet'), requiring('meow')] },
  };
}

const tagged = extended({ ...requiring('kind'), ...kinds, ...byKind });
const untagged = extended({ ...requiring('kind'), ...kinds });

/** A document with an operation that takes and returns values of a schema, and one that only returns one. */
function documentWith(schema: unknown, schemas: Readonly<Record<string, unknown>>) {
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: 'x', content } };
  const post = { requestBody: { required: true, content }, responses };
  return documentOf({ '/pets': { get: { responses }, post } }, { schemas });
}

describe('a base whose union lists the schemas that extend it', () => {
  const rex = { kind: 'dog', bark: 'wuff' };
  const tom = { kind: 'cat', meow: 'miau' };

  it.each<[name: string, schemas: object, body: unknown, expected: readonly string[] | 200]>([
    ['Pet', tagged, rex, 200],
    ['Pet', tagged, tom, 200],
    ['Pet', tagged, { ...rex, puppies: [tom, rex] }, 200],
    ['Pet', tagged, { kind: 'dog' }, ['body.dog.bark missing']],
    ['Pet', tagged, { kind: 'cow' }, ['body union_tag_invalid']],
    ['Pet', tagged, { bark: 'wuff' }, ['body.kind missing', 'body union_tag_not_found']],
    ['Pet', tagged, 7, ['body model_attributes_type']],
    ['Pet', tagged, { ...rex, puppies: [{ kind: 'cat' }, rex] }, ['body.dog.puppies.0.cat.meow missing']],
    ['Dog', tagged, rex, 200],
    ['Dog', tagged, { kind: 'dog' }, ['body.bark missing']],
    ['Dog', tagged, { bark: 'wuff' }, ['body.kind missing', 'body union_tag_not_found']],
    ['Dog', tagged, { ...rex, puppies: [{ kind: 'dog' }] }, ['body.puppies.0.dog.bark missing']],
    ['Cat', tagged, tom, 200],
    ['Cat', tagged, rex, ['body.meow missing']],
    ['Pet', untagged, tom, 200],
    ['Pet', untagged, { kind: 'dog' }, ['body.object.bark missing', 'body.object.meow missing']],
    ['Cat', untagged, tom, 200],
    ['Cat', untagged, { kind: 'cat' }, ['body.meow missing']],
  ])('%#. checks a value once: %s', (name, schemas, body, expected) => {
    const document = documentWith(ref(name), { ...schemas });
    expect(issuesOf(document, { path: '/pets', body })).toEqual(expected);
  });

  it('is a kind of an object even if the union leads back to it through others', () => {
    const schemas = {
      Pet: { ...requiring('kind'), oneOf: [ref('Mammal')] },
      Mammal: { allOf: [ref('Pet'), { oneOf: [ref('Dog')] }] },
      Dog: { allOf: [ref('Mammal'), dog] },
    };
    const document = documentWith(ref('Pet'), schemas);
    expect(issuesOf(document, { path: '/pets', body: rex })).toBe(200);
    expect(issuesOf(document, { path: '/pets', body: { kind: 'dog' } })).toEqual(['body.bark missing']);
  });
});

describe('a reply of several kinds', () => {
  const owned = { type: 'object', required: ['age'], properties: { age: { type: 'integer' } } };
  const list = { ...owned, properties: { pets: { type: 'array', items: ref('Pet') } }, required: ['pets'] };
  const sent = { kind: 'cat', meow: 'miau', age: '7', lives: 9 };
  const cat = { kind: 'cat', meow: 'miau' };

  it.each<[what: string, schema: unknown, schemas: object, sample: unknown, body: unknown, echoed: unknown]>([
    [
      'told by a mapping',
      ref('Pet'),
      { Pet: { ...kinds, ...byKind }, ...apart },
      { kind: 'dog', bark: 'Example bark' },
      sent,
      cat,
    ],
    [
      'told by their names',
      ref('Pet'),
      { Pet: { ...kinds, discriminator: { propertyName: 'kind' } }, ...apart },
      { kind: 'Dog', bark: 'Example bark' },
      { ...sent, kind: 'Cat' },
      { ...cat, kind: 'Cat' },
    ],
    [
      'without a property in common',
      kinds,
      { Dog: dog, Cat: requiring('meow') },
      { bark: 'Example bark' },
      { meow: 'miau' },
      { meow: 'miau' },
    ],
    [
      'in a list',
      list,
      { Pet: { ...kinds, ...byKind }, ...apart },
      { pets: [{ kind: 'dog', bark: 'Example bark' }] },
      { pets: [sent] },
      { pets: [cat] },
    ],
    [
      'with properties of their own',
      { ...owned, ...kinds },
      apart,
      { age: 36, kind: 'Example kind', bark: 'Example bark' },
      sent,
      { age: 7, ...cat },
    ],
    [
      'in an allOf',
      { allOf: [kinds, owned] },
      apart,
      { kind: 'Example kind', bark: 'Example bark', age: 36 },
      sent,
      { age: 7, ...cat },
    ],
    [
      'or null',
      { anyOf: [ref('Dog'), { type: 'null' }] },
      apart,
      { kind: 'Example kind', bark: 'Example bark' },
      { kind: 'dog', bark: 'wuff' },
      { kind: 'dog', bark: 'wuff' },
    ],
    [
      'that extend their base',
      ref('Pet'),
      tagged,
      { kind: 'dog', bark: 'Example bark', puppies: [{ kind: 'dog', bark: 'Example bark' }] },
      sent,
      cat,
    ],
    [
      'that extend their base by anything',
      ref('Pet'),
      { ...tagged, Cat: { allOf: [ref('Pet'), { type: 'object', additionalProperties: true }] } },
      { kind: 'dog', bark: 'Example bark', puppies: [{ kind: 'dog', bark: 'Example bark' }] },
      cat,
      { kind: 'cat' },
    ],
    ['of which it is one', ref('Cat'), tagged, { kind: 'cat', meow: 'Example meow' }, sent, cat],
    [
      'of which it is one, without tags',
      ref('Cat'),
      untagged,
      { kind: 'Example kind', meow: 'Example meow' },
      sent,
      cat,
    ],
  ])('has a valid sample, and echoes what was sent: %s', (_, schema, schemas, sample, body, echoed) => {
    const document = documentWith(schema, { ...schemas });
    const made = JSON.parse(ask(document, { path: '/pets' }).body);
    expect(made).toEqual(sample);
    expect(issuesOf(document, { path: '/pets', body: made })).toBe(200);
    expect(JSON.parse(ask(document, { path: '/pets', body }).body)).toEqual(echoed);
  });

  it('replaces properties of its sample where it requires more than was sent', () => {
    const id = { type: 'integer', example: 7 };
    const stored = requiring('kind', 'bark');
    const Dog = { ...stored, required: ['id', ...stored.required], properties: { id, ...stored.properties } };
    const responses = {
      200: {
        description: 'x',
        content: { 'application/json': { schema: { oneOf: [ref('Dog'), ref('Cat')] } } },
      },
    };
    const requestBody = { content: { 'application/json': { schema: {} } } };
    const document = documentOf(
      { '/pets/{id}': { post: { requestBody, responses } }, '/pets': { post: { requestBody, responses } } },
      { schemas: { ...apart, Dog, Cat: { ...apart.Cat, required: ['id', 'meow'] } } },
    );
    const reply = (path: string, body: unknown) => JSON.parse(ask(document, { path, body }).body);
    expect(reply('/pets', { bark: 'wuff' })).toEqual({ id: 7, kind: 'Example kind', bark: 'wuff' });
    expect(reply('/pets', { bark: 5 })).toEqual({ id: 7, kind: 'Example kind', bark: 'Example bark' });
    expect(reply('/pets', { meow: 'miau' })).toEqual({ id: 7, kind: 'Example kind', bark: 'Example bark' });
  });
});

describe('a reply that has no end', () => {
  const list = { type: 'array', minItems: 1, items: ref('Pet') };
  const chain = (next: unknown) => ({ type: 'object', required: ['next'], properties: { next } });

  it.each<[what: string, Pet: unknown, sample: RegExp]>([
    ['a list of itself', list, /^\[{13}/],
    ['an object that requires itself', chain(ref('Pet')), /^(?:\{"next":){13}\{\}/],
    ['an object that requires one of two', chain({ anyOf: [ref('Pet'), list] }), /^(?:\{"next":){3,}null/],
  ])('ends somewhere: %s', (_, Pet, sample) => {
    expect(ask(documentWith(ref('Pet'), { Pet }), { path: '/pets' }).body).toMatch(sample);
  });
});

describe('a reply that is hard to find', () => {
  /** Schemas that each allow both of the next ones, of which only the last, at any depth, is told by its name. */
  const names = Array.from({ length: 24 }, (_, at) => `S${at}`);
  const tangled = Object.fromEntries(
    names.map((name, at) => {
      const next = names.slice(at + 1, at + 4).map(ref);
      const members = next.length > 0 ? next : [{ type: 'null' }];
      return [name, { ...requiring(name), allOf: [{ anyOf: members }, { not: { anyOf: members } }] }];
    }),
  );

  it('is given up after a while', () => {
    expect(ask(documentWith(ref('S0'), tangled), { path: '/pets' }).status).toBe(200);
  });

  it('may have names that are of its own kind', () => {
    const Pet = { type: 'object', propertyNames: { anyOf: [ref('Pet'), { pattern: '^a' }] } };
    expect(ask(documentWith(ref('Pet'), { Pet }), { path: '/pets' }).body).toBe('{}');
  });
});

describe('the table of refusals', () => {
  it.each<[what: string, schemas: object, refused: readonly string[]]>([
    [
      'kinds whose schemas allow any tag',
      { Pet: { ...kinds, ...byKind }, ...apart },
      ['union_tag_not_found', 'union_tag_invalid', 'dog.bark/missing', 'cat.meow/missing'],
    ],
    [
      'kinds that extend their base',
      tagged,
      ['union_tag_invalid', 'dog.bark/missing', 'dog.puppies/list_type/null', 'cat.meow/missing'],
    ],
    ['kinds that extend their base, without tags', untagged, ['object.bark/missing']],
  ])('has mistakes in each of %s', (_, schemas, refused) => {
    const app = fromDocument(documentWith(ref('Pet'), { ...schemas }), { values: 'fastapi' })[hosting];
    const core = app.build();
    const cases = [...casesOf(wholeSubjectOf(app), 'POST /pets')];
    for (const { id, request, expected } of cases)
      expect([id, inject(core, request).status]).toEqual([id, expected.status]);
    const ids = cases.map(({ id }) => id.replace(/^POST \/pets\/body[./]/, ''));
    expect(ids).toEqual(expect.arrayContaining([...refused, 'json_invalid']));
  });
});

describe('a reply of merged objects', () => {
  it('echoes the properties of each', () => {
    const schemas = { Base: requiring('id'), Dog: { allOf: [ref('Base'), dog] } };
    const document = documentOf(
      {
        '/pets/{id}': {
          put: {
            requestBody: { content: { 'application/json': { schema: dog } } },
            responses: {
              200: { description: 'x', content: { 'application/json': { schema: ref('Dog') } } },
            },
          },
        },
      },
      { schemas },
    );
    const { body } = ask(document, { method: 'PUT', path: '/pets/rex', body: { bark: 'wuff' } });
    expect(JSON.parse(body)).toEqual({ id: 'rex', bark: 'wuff' });
  });
});
