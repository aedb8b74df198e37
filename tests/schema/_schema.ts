import { References } from '../../src/documents/references.ts';
import { schemaCompiler } from '../../src/documents/schema/compile.ts';
import type { Version } from '../../src/documents/schema/types.ts';
import type { Issue } from '../../src/errors/issue.ts';
import { isRecord } from '../../src/fields/values.ts';
import { readJson } from '../../src/text/json/reader.ts';

type Json = Readonly<Record<string, unknown>>;

interface SchemaDocument {
  /** The other schemas of the document, by name. */
  readonly schemas?: Json;
  readonly version?: Version;
}

/** Compiles a schema as the component `Value` of a document, and returns a function that lists what is wrong with a JSON text. */
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

function compiled(schema: unknown, { schemas = {}, version = '2020-12' }: SchemaDocument = {}) {
  const document = { components: { schemas: { Value: schema, ...schemas } } };
  const references = new References({ root: 'document:', byAddress: new Map([['document:', document]]) });
  const isForeign = ({ value }: { value: unknown }) => isRecord(value) && value.readOnly === true;
  const validate = schemaCompiler({ references, version, isForeign })(
    references.find('#/components/schemas/Value', 'document:#'),
  );
  return (json: string): readonly Issue[] => validate(readJson(json, DEPTH))?.all ?? [];
}

const DEPTH = 1000;

/** A reference to a schema of the document. */
export function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}
