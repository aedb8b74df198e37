import { isRecord } from '../../fields/record.ts';
import type { Unsupported } from './mistake.ts';
import { itemsOf, type Located, partsOf, type References, within } from './references.ts';
import { schemaFaults } from './schema-faults.ts';

/** Keywords that hold a value, and not a schema or a reference. */
const values: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);
/** The names in these are of properties and the like, and not of keywords. */
const maps: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'schemas'],
  ...['mapping', 'parameters', 'responses', 'headers', 'requestBodies', 'paths', 'content', 'callbacks'],
]);

/** Those of them that hold nothing but schemas. */
const schemaMaps: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const NO_SCHEMA = 'is no schema, and not checked';

function isSchema(value: unknown): boolean {
  return isRecord(value) || typeof value === 'boolean';
}

/** Follows every reference of a file once, and throws where one leads nowhere. */
export function checkReferences(file: Located, references: References): void {
  const open: [part: Located, isMap: boolean][] = [[file, false]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [part, isMap] = next;
    const { value } = part;
    if (isRecord(value) && !isMap && typeof value.$ref === 'string') references.follow(part);
    for (const item of itemsOf(part)) if (isHolder(item.value)) open.push([item, false]);
    for (const [name, inner] of partsOf(part))
      if (isHolder(inner.value) && (isMap || !(values.has(name) || name.startsWith('x-'))))
        open.push([inner, !isMap && maps.has(name)]);
  }
}

function isHolder(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Lists what the schemas of requests say that is not checked just so. */
export function inspectInputs(inputs: readonly Located[], references: References): Unsupported[] {
  const found: Unsupported[] = [];
  const seen = new Set<string>();
  const open: [part: Located, isMap: boolean][] = inputs.map((part) => [part, false]);
  for (let next = open.pop(); next; next = open.pop()) {
    const [part, isMap] = next;
    const target = isMap ? part : references.follow(part);
    if (seen.has(target.at) || !isHolder(target.value)) continue;
    seen.add(target.at);
    const { value } = target;
    if (isRecord(value) && !isMap)
      for (const what of schemaFaults(value)) found.push({ place: references.shown(target.at), what });
    for (const item of itemsOf(target)) open.push([item, false]);
    for (const [name, inner] of partsOf(target)) {
      if (isMap || !values.has(name)) open.push([inner, !isMap && maps.has(name)]);
      if (isRecord(value) && !isMap && schemaMaps.has(name))
        for (const each of partsOf(inner))
          if (!isSchema(each[1].value)) found.push({ place: references.shown(each[1].at), what: NO_SCHEMA });
    }
  }
  return found;
}

/** Tells whether FastAPI wrote a document: it describes its 422 in every one. */
export function isWrittenByFastapi(document: Located): boolean {
  const schemas = within(within(document, 'components'), 'schemas');
  return ['HTTPValidationError', 'ValidationError'].every((name) => isRecord(within(schemas, name).value));
}
