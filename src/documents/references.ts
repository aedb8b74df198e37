import { isRecord } from '../fields/values.ts';
import { shareInstances } from '../text/share-instances.ts';

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

/** The limit on references that lead to references. */
const MAX_CHAIN = 100;

/** Follows the references of a document. */
export class References {
  readonly #files: Files;
  readonly #moved: ReadonlyMap<string, string>;
  /** The targets of references, by the address of the file that contains the reference. */
  readonly #found = new Map<string, Map<string, Located>>();

  /** `moved` has the places of parts of other files in the document that is served. */
  constructor(files: Files, moved: ReadonlyMap<string, string> = new Map()) {
    this.#files = files;
    this.#moved = moved;
  }

  /** The whole document. */
  get root(): Located {
    const { root, byAddress } = this.#files;
    return { value: byAddress.get(root), at: `${root}#` };
  }

  /** Follows a reference, and any that its target is, to the end; returns any other part unchanged. */
  follow(part: Located): Located {
    let found = part;
    for (let step = 0; step < MAX_CHAIN; step++) {
      if (!isRecord(found.value) || typeof found.value.$ref !== 'string') return found;
      found = this.find(found.value.$ref, found.at);
    }
    throw new DocumentError(
      `The reference at ${this.shown(part.at)} leads in a circle, or through more than ${MAX_CHAIN} others`,
    );
  }

  /** Finds the target of a reference at a place. */
  find(reference: string, from: string): Located {
    const found = this.lookUp(reference, from);
    if (found === undefined)
      throw new DocumentError(
        `The reference ${JSON.stringify(reference)} at ${this.shown(from)} leads nowhere`,
      );
    return found;
  }

  /** Finds the target of a reference at a place; undefined if it leads nowhere. */
  lookUp(reference: string, from: string): Located | undefined {
    const own = this.#fileOf(from);
    const known = this.#found.get(own) ?? new Map<string, Located>();
    this.#found.set(own, known);
    const found = known.get(reference) ?? this.#look(reference, own);
    if (found !== undefined) known.set(reference, found);
    return found;
  }

  /** Tells whether a reference at a place leads into one of the files that were read. */
  isInside(reference: string, from: string): boolean {
    return this.#files.byAddress.has(split(reference, this.#fileOf(from)).address);
  }

  /**
   * The reference that a target in the mapping of a discriminator means: to the component of this name, in its own file or the
   * first, or else as it is written.
   */
  mapped(target: string, from: string): string {
    const component = `#/components/schemas/${escapeStep(target)}`;
    const found = [component, `${this.root.at}${component.slice(1)}`].find((each) => this.lookUp(each, from));
    return found ?? (REFERENCE.test(target) ? target : component);
  }

  #fileOf(at: string): string {
    return this.#files.byAddress.size === 1 ? this.#files.root : at.slice(0, at.indexOf('#'));
  }

  #look(reference: string, own: string): Located | undefined {
    const { address, pointer } = split(reference, own);
    const value = stepsOf(pointer)?.reduce(step, this.#files.byAddress.get(address));
    return value === undefined ? undefined : { value, at: `${address}#${pointer}` };
  }

  /** The name of the schema at a place, if it is a component in the document that is served. */
  nameAt(at: string): string | undefined {
    const place = this.#moved.get(at) ?? at;
    return COMPONENT.test(place) ? lastName(place) : undefined;
  }

  /** A place for people, without the address of the document itself. */
  shown(at: string): string {
    const { root } = this.#files;
    return at.startsWith(`${root}#`) ? at.slice(root.length) : at;
  }
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

/** The items of a part; none if it is not a list. */
export function itemsOf(part: Located): Located[] {
  return Array.isArray(part.value) ? part.value.map((_, at) => within(part, String(at))) : [];
}

export function textIn(part: Located, name: string): string | undefined {
  const { value } = within(part, name);
  return typeof value === 'string' ? value : undefined;
}

/** A reference to a part, which leads there from any file. */
export function referenceTo({ at }: Located): Readonly<Record<'$ref', string>> {
  const hash = at.indexOf('#');
  return { $ref: at.slice(0, hash) + at.slice(hash).replaceAll('%', '%25') };
}

/** Places of schemas that have a name of their own. */
const COMPONENT = /\/(?:schemas|\$defs|definitions)\/[^/]*$/;

/** Texts that are no names of components: paths, and names of files. */
const REFERENCE = /[#/]|\.(?:json|ya?ml)$/i;

/** Splits a reference in a file into the address of its target's file and a JSON pointer. */
function split(reference: string, own: string): { address: string; pointer: string } {
  const hash = reference.indexOf('#');
  const file = hash === -1 ? reference : reference.slice(0, hash);
  const pointer = hash === -1 ? '' : reference.slice(hash + 1);
  return { address: file === '' ? own : addressOf(file, own), pointer };
}

/** The last name in a place. */
export function lastName(at: string): string {
  return at.slice(at.lastIndexOf('/') + 1);
}

function addressOf(file: string, base: string): string {
  return URL.canParse(file, base) ? new URL(file, base).href : file;
}

function step(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** Splits a JSON pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) into names; undefined if it is invalid. */
function stepsOf(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer.slice(1).split('/').map(unescapeStep);
}

function unescapeStep(written: string): string {
  const text = decoded(written);
  return text.includes('~') ? text.replaceAll('~1', '/').replaceAll('~0', '~') : text;
}

function decoded(written: string): string {
  if (!written.includes('%')) return written;
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
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

/** An error in a document that can't be served, in one sentence. */
export class DocumentError extends Error {
  static {
    shareInstances(DocumentError, 'DocumentError');
  }

  override readonly name = 'DocumentError';
}

/** A part of a document that is not served exactly as written. */
export interface Unsupported {
  /** The place in the document, such as `#/paths/~1users/post/requestBody`. */
  readonly place: string;
  /** The consequence, as the end of a sentence about the place. */
  readonly what: string;
}

/** The limits on the depth and the number of values of a document. */
const MAX_DEPTH = 500;
const MAX_VALUES = 1_500_000;

/** The files that a file refers to. Throws if it is nested too deeply, as an object that contains itself is. */
export function outsideReferences(file: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const open: [value: unknown, depth: number, kind: Kind][] = [[file, 0, 'part']];
  let values = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth, kind] = next;
    if (depth > MAX_DEPTH)
      throw new DocumentError(`The document is nested more than ${MAX_DEPTH} levels deep`);
    if (++values > MAX_VALUES) throw new DocumentError(`The document has more than ${MAX_VALUES} values`);
    if (Array.isArray(value)) for (const item of value) open.push([item, depth + 1, kindOfItem(kind)]);
    else if (isRecord(value)) {
      const reference = referenceIn(value, kind);
      if (reference !== undefined && !reference.startsWith('#')) found.add(fileOf(reference));
      for (const key of Object.keys(value))
        if (typeof value[key] === 'object')
          open.push([value[key], depth + 1, kindOfMember(kind, key, value[key])]);
    }
  }
  return found;
}

function fileOf(reference: string): string {
  const hash = reference.indexOf('#');
  return hash === -1 ? reference : reference.slice(0, hash);
}
