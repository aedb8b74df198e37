import type { DeclaredSecrets, Secrets } from '../contract/endpoint.ts';
import { isRecord } from '../fields/values.ts';
import { ensure } from '../text/memo.ts';
import { itemsOf, type Located, partsOf, step, textIn, within } from './located.ts';
import type { References } from './references.ts';

/** Finds the secrets in the requests of an operation: what is a password or `writeOnly`. */
export function secretsOf(
  parameters: readonly Located[],
  requestBody: Located,
  references: References,
): DeclaredSecrets {
  const found = new Map([['body', secretsIn(schemasOfContent(requestBody), references)]]);
  for (const parameter of parameters) {
    const part = textIn(parameter, 'in') ?? '';
    const schemas = [within(parameter, 'schema'), ...schemasOfContent(parameter)];
    const names = namesIn(parameter, secretsIn(schemas, references));
    const { names: others = [] } = found.get(part) ?? {};
    if (names.length > 0) found.set(part, { isWhole: false, names: new Set([...others, ...names]) });
  }
  return found;
}

function schemasOfContent(part: Located): readonly Located[] {
  return partsOf(within(part, 'content')).map(([, media]) => within(media, 'schema'));
}

/** Returns the names that the secrets of a parameter are sent by: its own, or those of the properties of an object. */
function namesIn(parameter: Located, { isWhole, names }: Secrets): readonly string[] {
  const name = textIn(parameter, 'name') ?? '';
  const own = isWhole ? [name, `${name}[]`] : [];
  return [
    ...own,
    ...Array.from(names, (each) => [each, `${name}[${each}]`, each.replaceAll('_', '-')]).flat(),
  ];
}

/**
 * Finds the secrets in values of some schemas. A schema says so itself, or where it is referred to; a value is also secret if
 * one of its items is. Each schema is visited once.
 */
function secretsIn(roots: readonly Located[], references: References): Secrets {
  const schemas = schemasIn(roots, references);
  const secrets = schemas.map(({ value }) => value).filter(saysSecret);
  if (secrets.length === 0) return { isWhole: false, names: new Set() };
  const wholes = new Map<unknown, unknown[]>();
  for (const schema of schemas)
    for (const part of valuesIn(schema, references)) ensure(wholes, part.value, () => []).push(schema.value);
  const found = withWholes(secrets, wholes);
  const properties = schemas.flatMap((schema) => partsOf(within(schema, 'properties')));
  const names = properties.filter(([, { value }]) => found.has(value)).map(([name]) => name);
  return { isWhole: roots.some(({ value }) => found.has(value)), names: new Set(names) };
}

/** Returns schemas, and all in them, each once. */
function schemasIn(roots: readonly Located[], references: References): readonly Located[] {
  const visited = new Map<unknown, Located>();
  const left = roots.filter(isSchema);
  for (let schema = left.pop(); schema; schema = left.pop()) {
    if (visited.has(schema.value)) continue;
    visited.set(schema.value, schema);
    for (const keyword of ['properties', 'patternProperties'])
      for (const [, part] of partsOf(within(schema, keyword))) if (isSchema(part)) left.push(part);
    for (const part of valuesIn(schema, references)) left.push(part);
  }
  return [...visited.values()];
}

/** Adds to secret schemas those of the values that they are a part of. */
function withWholes(secrets: unknown[], wholes: ReadonlyMap<unknown, readonly unknown[]>): Set<unknown> {
  const found = new Set<unknown>();
  for (let next = secrets.pop(); next !== undefined; next = secrets.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    for (const whole of wholes.get(next) ?? []) secrets.push(whole);
  }
  return found;
}

const lists: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const singles: readonly string[] = ['items', 'additionalProperties', 'if', 'then', 'else'];

/** Returns the schemas of the same value, and of its items. */
function valuesIn(schema: Located, references: References): Located[] {
  const { value } = schema;
  const has = (keyword: string) => step(value, keyword) !== undefined;
  const parts = lists.filter(has).flatMap((keyword) => itemsOf(within(schema, keyword)));
  for (const keyword of singles.filter(has)) parts.push(within(schema, keyword));
  if (has('$ref')) parts.push(references.follow(schema));
  return parts.filter((part) => isSchema(part) && part.value !== value);
}

function isSchema({ value }: Located): boolean {
  return isRecord(value);
}

function saysSecret(value: unknown): boolean {
  return isRecord(value) && (value.writeOnly === true || value.format === 'password');
}
