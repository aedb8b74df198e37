import { isRecord } from '../fields/values.ts';
import { escapeStep, type Files, type Kind, kindOfItem, kindOfMember, type Located } from './located.ts';

/** The schemas of a document that have addresses of their own, by `$id`, `$anchor` or `$dynamicAnchor`. */
export interface Identifiers {
  /** The address of each schema with an `$id`, by its place. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The schemas by address, with the name of an anchor behind `#` if there is one. */
  readonly schemas: ReadonlyMap<string, Located>;
  /** Those of them with a `$dynamicAnchor`. */
  readonly dynamic: ReadonlySet<string>;
}

/** Tells whether schemas of a document may have identifiers: those of OpenAPI 3.0 have none. */
export function mayIdentify(document: unknown): boolean {
  return !String(Object(document).openapi).startsWith('3.0');
}

/** Collects the identifiers of a document, if it may have any. */
export function identifiersIn({ root, byAddress }: Files): Identifiers | undefined {
  if (!mayIdentify(byAddress.get(root))) return undefined;
  const found = { addresses: new Map(), schemas: new Map(), dynamic: new Set<string>() };
  for (const [address, value] of byAddress)
    collect({ value, at: `${address}#`, kind: 'part', address }, found);
  return found;
}

interface Collected {
  readonly addresses: Map<string, string>;
  readonly schemas: Map<string, Located>;
  readonly dynamic: Set<string>;
}

/** A part of a document, and the address that identifiers in it are relative to. */
interface Part extends Located {
  readonly kind: Kind;
  readonly address: string;
}

function collect(file: Part, found: Collected): void {
  const open = [file];
  for (let part = open.pop(); part; part = open.pop()) {
    const { value, at, kind } = part;
    if (Array.isArray(value))
      for (const [index, item] of value.entries())
        open.push({ ...part, value: item, at: `${at}/${index}`, kind: kindOfItem(kind) });
    if (!isRecord(value)) continue;
    const address = kind === 'part' ? identify(part, value, found) : part.address;
    for (const [name, inner] of Object.entries(value)) {
      const kindOfInner = kindOfMember(kind, name, inner);
      if (typeof inner === 'object' && kindOfInner !== 'data')
        open.push({ value: inner, at: `${at}/${escapeStep(name)}`, kind: kindOfInner, address });
    }
  }
}

/** Adds the identifiers of a schema, and returns its address. */
function identify(part: Part, schema: Readonly<Record<string, unknown>>, found: Collected): string {
  const { value, at } = part;
  const { $id, $anchor, $dynamicAnchor } = schema;
  const address = typeof $id === 'string' ? addressIn($id, part.address) : part.address;
  if (typeof $id === 'string') {
    found.addresses.set(at, address);
    found.schemas.set(address, { value, at });
  }
  for (const anchor of [$anchor, $dynamicAnchor])
    if (typeof anchor === 'string') found.schemas.set(`${address}#${anchor}`, { value, at });
  if (typeof $dynamicAnchor === 'string') found.dynamic.add(`${address}#${$dynamicAnchor}`);
  return address;
}

/** The address that a reference or an identifier means, without its fragment. */
export function addressIn(reference: string, base: string): string {
  const hash = reference.indexOf('#');
  const address = hash === -1 ? reference : reference.slice(0, hash);
  if (address === '') return base;
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}
