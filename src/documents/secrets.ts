import type { Secrets } from '../contract/endpoint.ts';
import { isRecord } from '../fields/values.ts';
import { itemsOf, type Located, partsOf, within } from './located.ts';
import type { References } from './references.ts';

/** Finds the secrets in the bodies of an operation: what is a password or `writeOnly`. Each schema is visited once. */
export function secretsIn(requestBody: Located, references: References): Secrets {
  const names = new Set<string>();
  const roots = partsOf(within(requestBody, 'content')).map(([, media]) => within(media, 'schema'));
  const left = roots.map((root) => references.follow(root));
  const visited = new Set<string>();
  for (let schema = left.pop(); schema; schema = left.pop()) {
    if (visited.has(schema.at)) continue;
    visited.add(schema.at);
    for (const [name, property] of partsOf(within(schema, 'properties')))
      if (isSecret(property, references)) names.add(name);
    for (const part of partsIn(schema)) left.push(references.follow(part));
  }
  return { isWhole: roots.some((root) => isSecret(root, references)), names };
}

/** Returns the schemas that a schema consists of. */
function partsIn(schema: Located): Located[] {
  const maps = ['properties', 'patternProperties'].flatMap((name) => partsOf(within(schema, name)));
  return [...maps.map(([, part]) => part), ...valuesIn(schema)].filter(({ value }) => isRecord(value));
}

/** Returns the schemas of the same value, and of its items. */
function valuesIn(schema: Located): Located[] {
  const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'].flatMap((name) => itemsOf(within(schema, name)));
  const single = ['items', 'additionalProperties', 'if', 'then', 'else'].map((name) => within(schema, name));
  return [...lists, ...single];
}

/** Tells whether a value is secret, or its items are. A schema says so itself, or where it is referred to. */
function isSecret(schema: Located, references: References, levels = MAX_LEVELS): boolean {
  const followed = references.follow(schema);
  if ([schema, followed].some(saysSecret)) return true;
  return levels > 0 && valuesIn(followed).some((part) => isSecret(part, references, levels - 1));
}

/** The most lists in lists, and choices in choices, in which a secret is found. */
const MAX_LEVELS = 3;

function saysSecret({ value }: Located): boolean {
  return isRecord(value) && (value.writeOnly === true || value.format === 'password');
}
