import { isRecord } from '../fields/values.ts';
import { MANY_VALUES } from './equals.ts';
import { addressIn } from './identifiers.ts';
import { escapeStep, type Kind, kindOfItem, kindOfMember, type Located, referenceIn } from './located.ts';
import { DocumentError } from './references.ts';
import type { Schema } from './schema.ts';

/** What a file refers to and may have, found in one walk: a large document takes a tenth of a second to walk through. */
interface Walked extends Rarities {
  /** The first reference to each address outside of it. */
  readonly outside: ReadonlyMap<string, string>;
  readonly referring: readonly Referring[];
  readonly dynamic: readonly Referring[];
  /** The long lists of values in `enum`. */
  readonly choices: readonly (readonly unknown[])[];
}

/** What few documents have, so that nobody needs to look for it in the others. */
interface Rarities {
  /** True if a schema may have an address of its own. */
  readonly hasIdentifiers: boolean;
  /** True if a value may be a secret. */
  readonly hasSecrets: boolean;
}

/** A part of a file that refers to another. */
interface Referring {
  readonly value: Schema;
  /** Its place in the file, as a JSON pointer. */
  readonly pointer: string;
}

/** The limits on the depth and the number of values of a document, with all its files. */
const MAX_DEPTH = 500;
export const MAX_VALUES = 1_500_000;

/** The limit on the characters of its names and texts, each counted wherever it stands: what refers to a part may share it. */
export const MAX_CHARACTERS = 64 * 1024 * 1024;

/** Refuses a document of too many values. */
export function checkCount(values: number): void {
  if (values > MAX_VALUES) throw new DocumentError(`The document has more than ${MAX_VALUES} values`);
}

/** How many values and characters were found so far. */
export class Count {
  values = 0;
  characters = 0;
}

/** What loaded files refer to, until they are checked. */
const loaded = new WeakMap<object, Walked>();

/**
 * Returns the addresses outside of a file that has just been loaded which it refers to, each with the first reference to it. What the
 * file has is counted together with the files before it. The addresses that its schemas have by `$id` are added to `identified`.
 */
export function outsideReferences(
  file: unknown,
  count: Count,
  address = '',
  identified?: Set<string>,
): ReadonlyMap<string, string> {
  const walked = walkThrough(file, count, address, identified);
  loaded.set(Object(file), walked);
  return walked.outside;
}

/** What was found in the files of a document. */
interface Found extends Rarities {
  /** The parts that refer to others: the first of each reference of a file, and the unions whose discriminator has a mapping. */
  readonly referring: readonly Located[];
  /** The schemas with a `$dynamicRef`. */
  readonly dynamic: readonly Located[];
  readonly choices: readonly (readonly unknown[])[];
}

/** Walks through files. Only the first call after a file was loaded needs no walk, since it may be changed later. */
export function walkThroughAll(files: readonly Located[]): Found {
  const count = new Count();
  const all = files.map(({ value, at }) => {
    const walked = loaded.get(Object(value)) ?? walkThrough(value, count);
    loaded.delete(Object(value));
    return { ...walked, at };
  });
  const located = (parts: 'referring' | 'dynamic') =>
    all.flatMap((file) => file[parts].map(({ value, pointer }) => ({ value, at: `${file.at}${pointer}` })));
  return {
    referring: located('referring'),
    dynamic: located('dynamic'),
    choices: all.flatMap(({ choices }) => choices),
    hasIdentifiers: all.some(({ hasIdentifiers }) => hasIdentifiers),
    hasSecrets: all.some(({ hasSecrets }) => hasSecrets),
  };
}

/** The keywords that give a schema an address of its own. */
const identifiers: ReadonlySet<string> = new Set(['$id', '$anchor', '$dynamicAnchor']);

/** Walks through a file. Throws if it is nested too deeply, as an object that contains itself is. */
function walkThrough(file: unknown, count: Count, address = '', identified?: Set<string>): Walked {
  const outside = new Map<string, string>();
  const known = new Set<string>();
  const referring: Referring[] = [];
  const dynamic: Referring[] = [];
  const choices: (readonly unknown[])[] = [];
  const names: (string | number)[] = [];
  let hasIdentifiers = false;
  let hasSecrets = false;
  /** The address that references are relative to. */
  let base = address;

  function countCharacters(value: unknown): void {
    if (typeof value === 'string') count.characters += value.length;
    if (count.characters > MAX_CHARACTERS)
      throw new DocumentError(`The document has more than ${MAX_CHARACTERS} characters`);
  }

  function walk(value: unknown, kind: Kind): void {
    checkCount(++count.values);
    countCharacters(value);
    if (typeof value !== 'object' || value === null) return;
    if (names.length > MAX_DEPTH)
      throw new DocumentError(`The document is nested more than ${MAX_DEPTH} levels deep`);
    if (Array.isArray(value)) walkItems(value, kindOfItem(kind));
    else walkMembers(value as Schema, kind);
  }

  function walkItems(items: readonly unknown[], kind: Kind): void {
    const level = names.push('') - 1;
    for (let at = 0; at < items.length; at++) {
      names[level] = at;
      walk(items[at], kind);
    }
    names.pop();
  }

  function walkMembers(members: Schema, kind: Kind): void {
    const before = base;
    if (identified && kind === 'part' && typeof members.$id === 'string') {
      base = addressIn(members.$id, base);
      identified.add(base);
    }
    if (refersTo(members, kind) || (kind === 'part' && isMapped(members))) referring.push(here(members));
    if (kind === 'part' && typeof members.$dynamicRef === 'string') dynamic.push(here(members));
    if (kind === 'part' && Array.isArray(members.enum) && members.enum.length > MANY_VALUES)
      choices.push(members.enum);
    const level = names.push('') - 1;
    for (const name of Object.keys(members)) {
      const member = members[name];
      if (identifiers.has(name)) hasIdentifiers = true;
      if (name === 'writeOnly' || member === 'password') hasSecrets = true;
      countCharacters(name);
      countCharacters(member);
      if (typeof member !== 'object') continue;
      names[level] = name;
      walk(member, kindOfMember(kind, name, member));
    }
    names.pop();
    base = before;
  }

  function here(value: Schema): Referring {
    return { value, pointer: names.map((name) => `/${escapeStep(String(name))}`).join('') };
  }

  /** Tells whether a value is a reference that is new in this file, or in a schema with an address of its own. */
  function refersTo(value: Schema, kind: Kind): boolean {
    const reference = referenceIn(value, kind);
    if (reference === undefined) return false;
    const key = base === address ? reference : `${base} ${reference}`;
    if (known.has(key)) return false;
    known.add(key);
    const target = addressIn(reference, base);
    if (target !== base && !outside.has(target)) outside.set(target, reference);
    return true;
  }

  walk(file, 'part');
  return { outside, referring, dynamic, choices, hasIdentifiers, hasSecrets };
}

/** Tells whether a schema is a union whose discriminator has a mapping. */
export function isMapped({ discriminator, oneOf, anyOf }: Schema): boolean {
  return (
    isRecord(discriminator) &&
    isRecord(discriminator.mapping) &&
    (Array.isArray(oneOf) || Array.isArray(anyOf))
  );
}
