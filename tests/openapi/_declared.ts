import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isJson } from '../../src/documents/schema.ts';
import { ensure } from '../../src/text/memo.ts';
import type { Json } from './_error-formats.ts';

/** Holds replies against what a document declares for their status and media type. */

/** Finds the check of a reply: true if no body is declared, a text if the declared type is not sent, undefined if no error is declared. */
export type Validators = (
  path: string,
  method: string,
  status: number,
  type: string,
) => ValidateFunction | string | true | undefined;

/** Compiles the checks of all replies of a document of OpenAPI 3. */
export function validatorsOf(written: unknown): Validators {
  const document = asJsonSchema(written) as Json;
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    unicodeRegExp: false,
    logger: false,
    validateFormats: false,
  });
  ajv.addSchema({ $id: 'document', ...document });
  const follow = (pointer: string): [string, Json] => {
    let at = pointer;
    for (let step = 0; step < 10; step++) {
      const value = valueAt(document, at);
      if (typeof value.$ref !== 'string' || !value.$ref.startsWith('#')) return [at, value];
      at = decodeURIComponent(value.$ref.slice(1));
    }
    return [at, {}];
  };
  const known = new Map<string, ValidateFunction>();
  const compile = (pointer: string) =>
    ajv.compile({ $ref: `document#${pointer.split('/').map(encodeURIComponent).join('/')}` });
  return (path, method, status, type) => {
    const written = Object.keys(document.paths as Json).find((each) => encoded(each) === path) ?? path;
    const [itemAt] = follow(`/paths/${escaped(written)}`);
    const [responsesAt, responses] = follow(`${itemAt}/${method.toLowerCase()}/responses`);
    const keys = [String(status), `${String(status).slice(0, 1)}XX`, 'default'];
    const key = keys.find((each) => responses[each] !== undefined);
    if (key === undefined) return undefined;
    const [at, response] = follow(`${responsesAt}/${key}`);
    const content = (response.content ?? {}) as Json;
    const types = Object.keys(content);
    if (types.length === 0) return type === '' ? true : `a body of ${type}`;
    const sent = types.find((each) => each === type) ?? types.find((each) => each.includes('*'));
    if (sent === undefined) return `the type ${type}`;
    if (!isJson(sent) || (content[sent] as Json).schema === undefined) return true;
    const pointer = `${at}/content/${escaped(sent)}/schema`;
    return ensure(known, pointer, () => compile(pointer));
  };
}

function encoded(path: string): string {
  return path.replace(/[^!-~]/gu, (character) => encodeURIComponent(character));
}

function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

function valueAt(document: Json, pointer: string): Json {
  let value: unknown = document;
  for (const step of pointer.split('/').slice(1))
    value = Object(value)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  return Object(value);
}

/** Rewrites a document of OpenAPI 3.0 in JSON Schema. */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') return { $ref: value.$ref };
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...others }: Record<string, unknown> = { ...value };
  const made: Record<string, unknown> = Object.fromEntries(
    Object.entries(others).map(([name, each]) => [name, asJsonSchema(each)]),
  );
  if (nullable === true && typeof made.type === 'string') made.type = [made.type, 'null'];
  else if (nullable !== undefined && typeof nullable !== 'boolean') made.nullable = asJsonSchema(nullable);
  for (const [name, bound, plain] of [
    ['exclusiveMinimum', exclusiveMinimum, 'minimum'],
    ['exclusiveMaximum', exclusiveMaximum, 'maximum'],
  ] as const) {
    if (bound === true) {
      made[name] = made[plain];
      delete made[plain];
    } else if (bound !== false && bound !== undefined) made[name] = bound;
  }
  return made;
}
