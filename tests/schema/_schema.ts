import { expect } from 'vitest';
import { References } from '../../src/documents/references.ts';
import { schemaCompiler, type Validate } from '../../src/documents/schema/compile.ts';
import type { Version } from '../../src/documents/schema/types.ts';
import type { Issue } from '../../src/errors/issue.ts';
import { isRecord } from '../../src/fields/values.ts';
import { readJson } from '../../src/text/json/reader.ts';
import { atOnce } from '../../src/text/turns.ts';

type Json = Readonly<Record<string, unknown>>;

interface SchemaDocument {
  /** The other schemas of the document, by name. */
  readonly schemas?: Json;
  readonly version?: Version;
  /** False if a text is read only once, so that what that takes can be counted. */
  readonly isReadInSteps?: boolean;
}

/** Makes a function that lists what is wrong with a JSON text by a schema, which is the component `Value` of a document. */
export function issuesBy(schema: unknown, document?: SchemaDocument) {
  const issuesIn = compiled(schema, document);
  return (json: string): readonly string[] =>
    issuesIn(json).map(({ path, publicType }) => [path.join('.'), publicType].filter(Boolean).join(' '));
}

/** The same in words. */
export function messagesBy(schema: unknown, document?: SchemaDocument) {
  const issuesIn = compiled(schema, document);
  return (json: string): readonly string[] =>
    issuesIn(json).map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
}

/** Counts the steps of a JSON text. Its evaluation pauses as often as it can unless they are longer. */
export function countSteps(schema: unknown, json: string, length = 0, document?: SchemaDocument): number {
  return [...validator(schema, document).inSteps(readJson(json, DEPTH), length)].length;
}

function compiled(schema: unknown, document: SchemaDocument = {}) {
  const { isReadInSteps = true } = document;
  const validate = validator(schema, document);
  return (json: string): readonly Issue[] => {
    const value = readJson(json, DEPTH);
    const all = validate(value)?.all ?? [];
    if (!isReadInSteps) return all;
    // However often it pauses, it finds the same.
    const inSteps = atOnce(validate.inSteps(value, 0))?.all ?? [];
    expect(inSteps.map(told)).toEqual(all.map(told));
    return all;
  };
}

/** Compiles a schema as the component `Value` of a document. */
export function validator(
  schema: unknown,
  { schemas = {}, version = '2020-12' }: SchemaDocument = {},
): Validate {
  const document = { components: { schemas: { Value: schema, ...schemas } } };
  const references = new References({ root: 'document:', byAddress: new Map([['document:', document]]) });
  const isForeign = ({ value }: { value: unknown }) => isRecord(value) && value.readOnly === true;
  return schemaCompiler({ references, version, isForeign })(
    references.find('#/components/schemas/Value', 'document:#'),
  );
}

function told({ path, source, type }: Issue) {
  return { path, source, type };
}

const DEPTH = 1000;

/** A reference to a schema of the document. */
export function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}
