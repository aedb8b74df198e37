import { isRecord } from '../fields/values.ts';

/** A part of a document, and its place: the address of its file, `#` and a JSON pointer. */
export interface Located {
  readonly value: unknown;
  readonly at: string;
}

/** The files of a document, by address; the document itself is at `root`. */
export interface Files {
  readonly root: string;
  readonly byAddress: ReadonlyMap<string, unknown>;
}

/** The member of a part with this name or index. */
export function within({ value, at }: Located, name: string): Located {
  return { value: step(value, name), at: `${at}/${escapeStep(name)}` };
}

/** The members of a part, by name; none if it is not an object. */
export function partsOf(part: Located): [name: string, part: Located][] {
  const { value } = part;
  return isRecord(value) ? Object.keys(value).map((name) => [name, within(part, name)]) : [];
}

/** The same one after the other, for those who pause in between or may not need all of them. */
export function* eachPartOf(part: Located): Generator<[name: string, part: Located]> {
  const { value } = part;
  if (isRecord(value)) for (const name of Object.keys(value)) yield [name, within(part, name)];
}

/** The items of a part; none if it is not a list. */
export function itemsOf(part: Located): Located[] {
  return Array.isArray(part.value) ? part.value.map((_, at) => within(part, String(at))) : [];
}

/** The same one after the other, for those who may not need all of them. */
export function* eachItemOf(part: Located): Iterable<Located> {
  if (Array.isArray(part.value)) for (const at of part.value.keys()) yield within(part, String(at));
}

export function textIn(part: Located, name: string): string | undefined {
  const { value } = within(part, name);
  return typeof value === 'string' ? value : undefined;
}

/** The member of a value with this name or index; undefined if there is none. */
export function step(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** Escapes a name for a JSON pointer. */
export function escapeStep(name: string): string {
  if (!name.includes('~') && !name.includes('/')) return name;
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

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
