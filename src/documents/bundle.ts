import { isRecord } from '../fields/values.ts';
import {
  itemsOf,
  type Kind,
  kindOfItem,
  kindOfMember,
  type Located,
  partsOf,
  referenceIn,
  within,
} from './located.ts';
import { lastName, type References } from './references.ts';

type Json = Readonly<Record<string, unknown>>;

/** A document with all that it refers to. */
interface Bundled {
  readonly document: Json;
  /** The places in it of parts of other files, by their places in these. */
  readonly moved: ReadonlyMap<string, string>;
}

/** Puts what a document refers to in other files among its components, so that it is complete by itself. */
export function bundled(references: References): Bundled {
  const bundle = new Bundle(references);
  return { document: bundle.document(), moved: bundle.moved };
}

/** The sections of components, by the keywords whose values may refer to them; all others refer to schemas. */
const sections: ReadonlyMap<string, string> = new Map([
  ['parameters', 'parameters'],
  ['requestBody', 'requestBodies'],
  ['requestBodies', 'requestBodies'],
  ['responses', 'responses'],
  ['headers', 'headers'],
  ['examples', 'examples'],
  ['links', 'links'],
  ['callbacks', 'callbacks'],
  ['securitySchemes', 'securitySchemes'],
  ['paths', 'pathItems'],
  ['webhooks', 'pathItems'],
  ['pathItems', 'pathItems'],
]);
const SCHEMAS = 'schemas';

/** The kind of a value, and the section of what may be in its place. */
interface Role {
  readonly kind: Kind;
  readonly section: string;
}

/** A part of another file that becomes a component. */
interface Addition {
  readonly part: Located;
  readonly role: Role;
  readonly section: string;
  readonly name: string;
}

class Bundle {
  readonly #references: References;
  readonly #root: Located;
  /** The parts of other files that stand in for references of the document, by the places of these. */
  readonly #inPlace = new Map<string, Located>();
  /** The references to parts of other files in the bundle, by the places of these parts. */
  readonly moved = new Map<string, string>();
  readonly #additions: Addition[] = [];
  /** The names of additions, and how often each was wanted, after the sections that they are in. */
  readonly #names = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(references: References) {
    this.#references = references;
    this.#root = references.root;
    for (const name of ['paths', 'webhooks'])
      for (const [, item] of partsOf(within(this.#root, name))) {
        const target = this.#outside(item);
        if (target) this.#inPlace.set(item.at, target);
      }
    for (const section of [SCHEMAS, ...new Set(sections.values())])
      for (const [, component] of partsOf(this.#sectionOf(section))) this.#settle(component);
  }

  document(): Json {
    const copy = Object(this.#copy(this.#root, { kind: 'part', section: SCHEMAS }));
    const added = new Map<string, Map<string, unknown>>();
    // Copies may add more.
    for (const { part, role, section, name } of this.#additions) {
      const components = added.get(section) ?? new Map<string, unknown>();
      added.set(section, components.set(name, this.#copy(part, role)));
    }
    if (added.size === 0) return copy;
    const components = [...added].map(([section, entries]) => [
      section,
      { ...copy.components?.[section], ...Object.fromEntries(entries) },
    ]);
    return { ...copy, components: { ...copy.components, ...Object.fromEntries(components) } };
  }

  /** Chooses the place of a part of another file, if a component is nothing but a reference to it. */
  #settle(component: Located): void {
    const target = this.#outside(component);
    if (!target || this.moved.has(target.at) || Object.keys(Object(component.value)).length > 1) return;
    this.#inPlace.set(component.at, target);
    this.moved.set(target.at, this.#inRoot(component));
  }

  /** The part of another file that a value refers to, if it does. */
  #outside({ value, at }: Located): Located | undefined {
    const reference = isRecord(value) ? referenceIn(value, 'part') : undefined;
    const target = reference === undefined ? undefined : this.#references.lookUp(reference, at);
    return target && this.#isInRoot(target) ? undefined : target;
  }

  #isInRoot({ at }: Located): boolean {
    return at.startsWith(this.#root.at);
  }

  /** The reference to a part of the document itself. */
  #inRoot({ at }: Located): string {
    return at.slice(this.#root.at.length - 1);
  }

  #copy(part: Located, role: Role): unknown {
    const { value, at } = this.#inPlace.get(part.at) ?? part;
    const { kind, section } = role;
    if (kind === 'data') return value;
    if (Array.isArray(value))
      return itemsOf({ value, at }).map((item) => this.#copy(item, { kind: kindOfItem(kind), section }));
    if (!isRecord(value)) return value;
    const members = partsOf({ value, at });
    return Object.fromEntries(members.map(([name, member]) => [name, this.#copyMember(name, member, role)]));
  }

  #copyMember(name: string, member: Located, parent: Role): unknown {
    const { value, at } = member;
    if (typeof value !== 'string') return this.#copy(member, roleOf(name, value, parent));
    const isMapped = parent.kind === 'mapping';
    const reference = isMapped
      ? this.#references.mapped(value, at).value.$ref
      : referenceIn({ [name]: value }, parent.kind);
    return reference === undefined ? value : (this.#move(reference, at, parent.section) ?? value);
  }

  /** Returns the reference in the bundle for one in a file; undefined if that leads nowhere. */
  #move(reference: string, from: string, section: string): string | undefined {
    const target = this.#references.lookUp(reference, from);
    if (!target) return undefined;
    if (this.#isInRoot(target)) return this.#inRoot(target);
    const moved = this.moved.get(target.at) ?? this.#add(target, section);
    this.moved.set(target.at, moved);
    return moved;
  }

  /** Makes a part a component, and returns the reference to it. */
  #add(part: Located, place: string): string {
    const kind = place === 'examples' ? 'example' : 'part';
    const section = place === 'pathItems' && this.#isVersion30() ? 'x-pathItems' : place;
    const name = this.#freeName(section, nameOf(part.at));
    this.#additions.push({ part, role: { kind, section: place }, section, name });
    return `#/components/${section}/${name}`;
  }

  /** OpenAPI 3.0 has no components for the items of paths. */
  #isVersion30(): boolean {
    return String(within(this.#root, 'openapi').value).startsWith('3.0');
  }

  #freeName(section: string, name: string): string {
    for (;;) {
      const count = (this.#counts.get(`${section}/${name}`) ?? 0) + 1;
      this.#counts.set(`${section}/${name}`, count);
      const free = count === 1 ? name : `${name}_${count}`;
      const isTaken = this.#names.has(`${section}/${free}`);
      this.#names.add(`${section}/${free}`);
      if (!isTaken && within(this.#sectionOf(section), free).value === undefined) return free;
    }
  }

  #sectionOf(name: string): Located {
    return within(within(this.#root, 'components'), name);
  }
}

/** The last name in a place, as a name of a component. For a whole file it is that of the file, without its extension. */
function nameOf(at: string): string {
  const name = at.endsWith('#') ? lastName(at.slice(0, -1)).replace(/\.\w+$/, '') : lastName(at);
  return name.replace(/[^\w.-]|^$/g, '_');
}

/** The role of a member, by that of what contains it. */
function roleOf(name: string, value: unknown, { kind, section }: Role): Role {
  const inner = kindOfMember(kind, name, value);
  if (kind !== 'part') return { kind: inner, section };
  if (section === 'callbacks') return { kind: inner, section: 'pathItems' };
  return { kind: inner, section: sections.get(name) ?? SCHEMAS };
}
