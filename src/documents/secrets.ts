import type { DeclaredSecrets, Secrets } from '../contract/endpoint.ts';
import { isRecord } from '../fields/values.ts';
import { ensure } from '../text/memo.ts';
import { itemsOf, type Located, partsOf, step, textIn, within } from './located.ts';
import type { References } from './references.ts';

/**
 * Finds the secrets in the requests of an operation: what is a password or `writeOnly`. A schema says so itself, or where it is
 * referred to; a value is also secret if one of its items is. In each part of a request, each schema is visited once.
 */
export function secretsOf(
  parameters: readonly Located[],
  requestBody: Located,
  references: References,
): DeclaredSecrets {
  const parts = new Map<string, Located[]>();
  for (const parameter of parameters)
    ensure(parts, String(textIn(parameter, 'in')), () => []).push(parameter);
  const found = Array.from(parts, ([part, all]) => [part, secretsInParameters(all, references)] as const);
  const body = schemasOfContent(requestBody);
  const { secrets, names } = secretsIn(body, references);
  return new Map([...found, ['body', { isWhole: body.some(({ value }) => secrets.has(value)), names }]]);
}

function secretsInParameters(parameters: readonly Located[], references: References): Secrets {
  const schemasOf = (each: Located) => [within(each, 'schema'), ...schemasOfContent(each)];
  const { secrets, names } = secretsIn(parameters.flatMap(schemasOf), references);
  const wholes = parameters.filter((each) => schemasOf(each).some(({ value }) => secrets.has(value)));
  const own = wholes.map((each) => String(textIn(each, 'name')));
  // The properties of a header model are sent with hyphens.
  const sent = Array.from(names, (name) => name.replaceAll('_', '-'));
  return { isWhole: false, names: new Set([...own, ...names, ...sent]) };
}

function schemasOfContent(part: Located): readonly Located[] {
  return partsOf(within(part, 'content')).map(([, media]) => within(media, 'schema'));
}

/** Finds the schemas of secrets, and the names of the properties that have them. */
function secretsIn(roots: readonly Located[], references: References) {
  const schemas = schemasIn(roots, references);
  const own = schemas.map(({ value }) => value).filter(saysSecret);
  if (own.length === 0) return { secrets: new Set<unknown>(), names: new Set<string>() };
  const wholes = new Map<unknown, unknown[]>();
  for (const schema of schemas)
    for (const part of valuesIn(schema, references)) ensure(wholes, part.value, () => []).push(schema.value);
  const secrets = withWholes(own, wholes);
  const properties = schemas.flatMap((schema) => partsOf(within(schema, 'properties')));
  const names = properties.filter(([, { value }]) => secrets.has(value)).map(([name]) => name);
  return { secrets, names: new Set(names) };
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
