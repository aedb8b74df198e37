/** The kinds of values of a document, by their places. */
export type Kind =
  /** A part with keywords, such as a schema or an operation; a reference may be in its place. */
  | 'part'
  /** Parts by name. */
  | 'map'
  /** References to schemas, or names of components, by the tags of a discriminator. */
  | 'mapping'
  /** Example Objects by name. */
  | 'examples'
  /** An Example Object: a reference, or data. */
  | 'example'
  /** Data, with no parts or references in it, whatever they look like. */
  | 'data';

/** Keywords whose value is data. */
const values: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);
/** Keywords whose value is a map: its names are not keywords. */
const maps: ReadonlySet<string> = new Set(
  `properties patternProperties $defs definitions dependentSchemas schemas
    parameters responses headers requestBodies paths content callbacks
    webhooks pathItems links securitySchemes encoding`.split(/\s+/),
);

/** The kind of a member, by the kind of what contains it. */
export function kindOfMember(kind: Kind, name: string, value: unknown): Kind {
  if (kind === 'map') return 'part';
  if (kind === 'examples') return 'example';
  if (kind !== 'part') return 'data';
  if (name === 'examples' && !Array.isArray(value)) return 'examples';
  if (name === 'mapping') return 'mapping';
  if (values.has(name) || name.startsWith('x-')) return 'data';
  return maps.has(name) ? 'map' : 'part';
}

/** The kind of an item, by the kind of its list. */
export function kindOfItem(kind: Kind): Kind {
  return kind === 'part' || kind === 'map' ? 'part' : 'data';
}

/** The reference that a value is; undefined if it is none. */
export function referenceIn({ $ref }: Readonly<Record<string, unknown>>, kind: Kind): string | undefined {
  const mayRefer = kind === 'part' || kind === 'example';
  return mayRefer && typeof $ref === 'string' ? $ref : undefined;
}
