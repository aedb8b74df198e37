import { isRecord } from '../fields/values.ts';
import { ensure, once } from '../text/memo.ts';
import { shareInstances } from '../text/share-instances.ts';
import { addressIn, type Identifiers, identifiersIn } from './identifiers.ts';
import { escapeStep, type Files, type Located, step } from './located.ts';

/** The limit on references that lead to references. */
const MAX_CHAIN = 100;

/** Reports a part that is not served as the document says. */
export type Report = (at: string, what: string) => void;

/** A part of a document that only refers to another. */
export type Reference = Located & { readonly value: { readonly $ref: string } };

interface ReferencesOptions {
  /** The places of parts of other files in the document that is served. */
  readonly moved?: ReadonlyMap<string, string>;
  /** False if no schema has an address of its own. */
  readonly hasIdentifiers?: boolean;
}

/** Follows the references of a document. */
export class References {
  readonly #files: Files;
  readonly #moved: ReadonlyMap<string, string>;
  /** The targets of references, or that they lead nowhere, by the address of the file that contains the reference. */
  readonly #found = new Map<string, Map<string, Located | undefined>>();
  /** The references that the targets of mappings mean, by the address that those are relative to. */
  readonly #mapped = new Map<string, Map<string, Reference>>();
  readonly #identifiers: () => Identifiers | undefined;

  constructor(files: Files, { moved = new Map(), hasIdentifiers = true }: ReferencesOptions = {}) {
    this.#files = files;
    this.#moved = moved;
    this.#identifiers = once(() => (hasIdentifiers ? identifiersIn(files) : undefined));
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
    const identifiers = this.#identifiers();
    return (identifiers && this.#identified(reference, from, identifiers)) ?? this.#located(reference, from);
  }

  /** Finds a target by its identifier, or within a schema that has one; undefined if a file is meant. */
  #identified(reference: string, from: string, identifiers: Identifiers): Located | undefined {
    const address = addressIn(reference, this.#baseOf(from, identifiers));
    const hash = reference.indexOf('#');
    const fragment = hash === -1 ? '' : decoded(reference.slice(hash + 1));
    const root = identifiers.schemas.get(address);
    if (fragment !== '' && !fragment.startsWith('/'))
      return identifiers.schemas.get(`${address}#${fragment}`);
    if (root === undefined || fragment === '') return root;
    return this.#located(`${referenceTo(root).$ref}${reference.slice(hash + 1)}`, root.at);
  }

  /** The address that references at a place are relative to: that of the closest schema around it with an `$id`. */
  #baseOf(at: string, { addresses }: Identifiers): string {
    if (addresses.size === 0) return this.#fileOf(at);
    const hash = at.indexOf('#');
    for (let place = at; place.length > hash; place = place.slice(0, place.lastIndexOf('/'))) {
      const address = addresses.get(place);
      if (address !== undefined) return address;
      if (!place.includes('/', hash)) break;
    }
    return this.#fileOf(at);
  }

  /** Adds the address of the schema at a place to those that lead there, if any `$dynamicRef` may ask for it. */
  scopeAt(at: string, scope: readonly string[]): readonly string[] {
    const identifiers = this.#identifiers();
    if (!identifiers || identifiers.dynamic.size === 0) return scope;
    const address = this.#baseOf(at, identifiers);
    return scope.includes(address) ? scope : [...scope, address];
  }

  /** The target of a `$dynamicRef`: if it has a dynamic anchor, the outermost schema of the scope that has the same one. */
  dynamic(reference: string, found: Located, scope: readonly string[]): Located {
    const identifiers = this.#identifiers();
    const anchor = reference.slice(reference.indexOf('#') + 1);
    if (!identifiers || Object(found.value).$dynamicAnchor !== anchor) return found;
    const outermost = scope
      .map((address) => `${address}#${anchor}`)
      .find((each) => identifiers.dynamic.has(each));
    return identifiers.schemas.get(outermost ?? '') ?? found;
  }

  #located(reference: string, from: string): Located | undefined {
    const own = this.#fileOf(from);
    const known = this.#found.get(own) ?? new Map<string, Located | undefined>();
    this.#found.set(own, known);
    if (!known.has(reference)) known.set(reference, this.#look(reference, own));
    return known.get(reference);
  }

  /** Tells whether a reference at a place leads into one of the files that were read. */
  isInside(reference: string, from: string): boolean {
    return (
      this.lookUp(reference, from) !== undefined ||
      this.#files.byAddress.has(split(reference, this.#fileOf(from)).address)
    );
  }

  /**
   * The reference that a target in the mapping of a discriminator means: to the component of this name, in its own file or the
   * first, or else as it is written. There is one for each target, which thousands of names may have.
   */
  mapped(target: string, from: string): Reference {
    const identifiers = this.#identifiers();
    const base = identifiers ? this.#baseOf(from, identifiers) : this.#fileOf(from);
    const known = ensure(this.#mapped, base, () => new Map<string, Reference>());
    return ensure(known, target, () => ({ value: { $ref: this.#meant(target, from) }, at: from }));
  }

  #meant(target: string, from: string): string {
    const component = `#/components/schemas/${escapeStep(target)}`;
    const isIn = (address: string) =>
      ['components', 'schemas', target].reduce(step, this.#files.byAddress.get(address)) !== undefined;
    if (isIn(this.#fileOf(from))) return component;
    if (isIn(this.#files.root)) return `${this.#files.root}${component}`;
    return REFERENCE.test(target) ? target : component;
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
export function split(reference: string, own: string): { address: string; pointer: string } {
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

/** Splits a JSON pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) into names; undefined if it is invalid. */
export function stepsOf(pointer: string): string[] | undefined {
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
