import type { Secrets } from '../contract/endpoint.ts';
import { isRecord } from '../fields/values.ts';
import { ensure } from '../text/memo.ts';
import { itemsOf, type Located, partsOf, within } from './located.ts';
import type { References } from './references.ts';

/**
 * Finds the secrets in the bodies of an operation: what is a password or `writeOnly`. A schema says so itself, or where it is
 * referred to; a value is also secret if one of its items is. Each schema is visited once.
 */
export function secretsIn(requestBody: Located, references: References): Secrets {
  const roots = partsOf(within(requestBody, 'content')).map(([, media]) => within(media, 'schema'));
  const properties: (readonly [name: string, schema: Located])[] = [];
  const wholes = new Map<unknown, unknown[]>();
  const secrets: unknown[] = [];
  const visited = new Set<unknown>();
  const left = roots.filter(isSchema);
  for (let schema = left.pop(); schema; schema = left.pop()) {
    const { value } = schema;
    if (visited.has(value)) continue;
    visited.add(value);
    if (saysSecret(value)) secrets.push(value);
    const named = partsOf(within(schema, 'properties'));
    const others = partsOf(within(schema, 'patternProperties'));
    for (const property of named) properties.push(property);
    for (const [, part] of [...named, ...others]) if (isSchema(part)) left.push(part);
    for (const part of valuesIn(schema, references)) {
      ensure(wholes, part.value, () => []).push(value);
      left.push(part);
    }
  }
  const found = withWholes(secrets, wholes);
  const names = properties.filter(([, { value }]) => found.has(value)).map(([name]) => name);
  return { isWhole: roots.some(({ value }) => found.has(value)), names: new Set(names) };
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

/** Returns the schemas of the same value, and of its items. */
function valuesIn(schema: Located, references: References): Located[] {
  const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'].flatMap((name) => itemsOf(within(schema, name)));
  const single = ['items', 'additionalProperties', 'if', 'then', 'else'].map((name) => within(schema, name));
  return [...lists, ...single, references.follow(schema)].filter(
    (part) => isSchema(part) && part.value !== schema.value,
  );
}

function isSchema({ value }: Located): boolean {
  return isRecord(value);
}

function saysSecret(value: unknown): boolean {
  return isRecord(value) && (value.writeOnly === true || value.format === 'password');
}
