import { Issues, wrong } from '../errors/issue.ts';
import { defined } from '../text/guards.ts';
import type { JsonSchema, Side } from './definition.ts';
import type { Definitions } from './definitions.ts';
import { type AnyField, type Field, field, type ValueOf } from './field.ts';
import { taggedParser } from './object.ts';
import { isRecord } from './record.ts';
import { taggedSamples } from './samples/union.ts';

/** The kinds of objects, by the value of the discriminator. */
export type Kinds = Readonly<Record<string, AnyField>>;

/**
 * An object of one of several kinds, chosen by its discriminator. `discriminatedUnion('type', { cat, dog })` reads an object as a
 * `cat` if its `type` is `"cat"`, and then reports only the issues of a `cat`.
 */
export function discriminatedUnion<K extends Kinds>(discriminator: string, kinds: K) {
  return unionByKind(discriminator, new Map(Object.entries(kinds) as [string, Field<ValueOf<K[keyof K]>>][]));
}

type Tagged = Readonly<Record<string, unknown>>;

function unionByKind<Value>(discriminator: string, kinds: ReadonlyMap<unknown, Field<Value>>): Field<Value> {
  const parsers = new Map<unknown, Field<Value>['parse']>();
  const parserOf = (tag: unknown) => {
    const kind = kinds.get(tag);
    const parse = kind && taggedParser(kind, discriminator, tag);
    if (parse) parsers.set(tag, parse);
    return parse;
  };
  const tags = [...kinds.keys()].map(String);
  return field<Value>({
    parse(raw, fit) {
      const tag = typeof raw === 'object' && raw !== null ? (raw as Tagged)[discriminator] : undefined;
      const parse = parsers.get(tag) ?? parserOf(tag);
      if (!parse) return unknownKind(raw, discriminator, tags);
      const result = parse(raw, fit);
      if (result === raw || !(result instanceof Issues)) return result;
      // An inherited tag was not sent.
      if (!Object.hasOwn(raw as Tagged, discriminator)) return unknownKind(raw, discriminator, tags);
      return result.map((issue) => issue.ofKind(String(tag)));
    },
    write(value) {
      const { [discriminator]: tag } = Object(value);
      return (kinds.get(tag) ?? defined([...kinds.values()][0])).write(value);
    },
    describe: (side, definitions) => describeKinds(discriminator, kinds, side, definitions),
    samples: (like, open) => taggedSamples(discriminator, kinds, like, open),
    typeName: () => `tagged-union[${[...kinds.values()].map((kind) => kind.typeName()).join(',')}]`,
  });
}

function unknownKind(raw: unknown, discriminator: string, tags: readonly string[]): Issues {
  if (!isRecord(raw)) return wrong('model_attributes_type', raw);
  if (!Object.hasOwn(raw, discriminator)) return wrong('union_tag_not_found', raw, { discriminator });
  return wrong('union_tag_invalid', raw, { discriminator, tag: pythonText(raw[discriminator]), tags });
}

/** Writes a tag as Python shows it in a sentence. The contents of arrays and objects are left out. */
function pythonText(tag: unknown): string {
  if (tag === null) return 'None';
  if (typeof tag === 'boolean') return tag ? 'True' : 'False';
  if (typeof tag !== 'object') return String(tag);
  return Array.isArray(tag) ? '[...]' : '{...}';
}

/** Describes the kinds. If all of them have names, OpenAPI gets a mapping from tags to schemas. */
function describeKinds(
  propertyName: string,
  kinds: ReadonlyMap<unknown, AnyField>,
  side: Side,
  definitions: Definitions,
): JsonSchema {
  const schemas = [...kinds].map(([tag, kind]) => [tag, kind.describe(side, definitions)] as const);
  const oneOf = schemas.map(([, schema]) => schema);
  if (!oneOf.every(({ $ref }) => $ref !== undefined)) return { oneOf };
  const mapping = Object.fromEntries(schemas.map(([tag, { $ref }]) => [tag, $ref]));
  return { oneOf, discriminator: { propertyName, mapping } };
}
