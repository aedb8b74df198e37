import { describe, expect, it } from 'vitest';
import { documentOf, issuesOf } from './_document.ts';

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
