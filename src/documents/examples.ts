import { Issues } from '../errors/issue.ts';
import { isRecord } from '../fields/values.ts';
import { defined } from '../text/guards.ts';
import type { FieldReader } from './fields.ts';
import { itemsOf, type Kind, kindOfItem, kindOfMember, type Located, step, within } from './located.ts';
import type { Unsupported } from './references.ts';
import { isJson } from './schema.ts';
import { type Example, examplesBeside, unfit } from './values.ts';

/** Checks whether the examples of a document fit their schemas. */

/** Yields what is wrong with the examples of a document, and undefined in between. */
export type CheckExamples = () => Iterable<Unsupported | undefined>;

/** What a part of a document is, as far as examples are concerned: a schema, a media type, a parameter or a header, or none of them. */
type Role = 'schema' | 'content' | 'text' | 'other';

interface Part extends Located {
  readonly kind: Kind;
  readonly role: Role;
  readonly name: string;
}

/** The roles of the members of a part that is no schema. In a schema, all members are schemas. */
const roles: ReadonlyMap<string, Role> = new Map([
  ['schema', 'schema'],
  ['schemas', 'schema'],
  ['content', 'content'],
  ['headers', 'text'],
  ['parameters', 'text'],
]);

/** The most examples of a document that are checked: GitHub's has thousands, each of which takes a millisecond. */
export const MAX_EXAMPLES = 250;

/**
 * Checks the examples of a document, those within schemas too, as values of requests or of replies. Yields undefined for each part
 * that has no wrong example, so that the caller may do something else in between.
 */
export function* checkExamples(
  root: Located,
  [reader, ...others]: readonly [FieldReader, ...FieldReader[]],
): ReturnType<CheckExamples> {
  const { references } = reader;
  const open: Level[] = [];
  const elsewhere = new Set<string>();
  let count = 0;
  const start: Part = { ...root, kind: 'part', role: 'other', name: '' };
  for (let next: Part | undefined = start; next || open.length > 0; next = nextIn(open)) {
    yield undefined;
    if (!next) continue;
    let part = next;
    open.push(levelOf(part));
    if (isReference(part)) {
      const target = references.follow(part);
      const isNew = !target.at.startsWith(root.at) && !elsewhere.has(target.at);
      elsewhere.add(target.at);
      // What other parts of the same file are referred to is come across anyway.
      if (!isNew) continue;
      part = { ...part, ...target };
      open.push(levelOf(part));
    }
    for (const example of examplesOf(part, reader)) {
      if (count++ === MAX_EXAMPLES) return;
      yield checked(example, part, [reader, ...others]);
    }
  }
}

function isReference({ value, kind }: Part): boolean {
  return kind === 'part' && isRecord(value) && typeof value.$ref === 'string';
}

/** The members of a part, as far as they have been walked: one may have a million. */
interface Level {
  readonly part: Part;
  /** The names of its members; none if they are the items of a list. */
  readonly names: readonly string[] | undefined;
  readonly count: number;
  next: number;
}

function levelOf(part: Part): Level {
  const { value } = part;
  const names = isRecord(value) ? Object.keys(value) : undefined;
  return { part, names, count: (names ?? Object(value)).length, next: 0 };
}

/** The most members that are looked at in a step. */
const MEMBERS_IN_STEP = 1000;

/** Returns the next part that may have examples in it, if a step finds one. */
function nextIn(open: Level[]): Part | undefined {
  let looks = 0;
  for (let level = open.at(-1); level; level = open.at(-1)) {
    while (level.next < level.count) {
      if (++looks > MEMBERS_IN_STEP) return undefined;
      const part = memberOf(level.part, level.names, level.next++);
      if (part) return part;
    }
    open.pop();
  }
  return undefined;
}

function memberOf(part: Part, names: readonly string[] | undefined, at: number): Part | undefined {
  const name = names ? defined(names[at]) : String(at);
  const value = step(part.value, name);
  // Most members are texts.
  if (typeof value !== 'object' || value === null) return undefined;
  const kind = names ? kindOfMember(part.kind, name, value) : kindOfItem(part.kind);
  if (names && kind !== 'part' && kind !== 'map') return undefined;
  // What is in a list, in a map, or in a schema has the role of the part.
  const isKept = !names || part.kind === 'map' || part.role === 'schema';
  const role = isKept ? part.role : (roles.get(name) ?? 'other');
  return { value, at: within(part, name).at, name: names ? name : '', kind, role };
}

/** The examples that a part gives for its schema, or, if it is one, for itself. What is beside a reference counts nothing. */
function examplesOf(part: Part, reader: FieldReader): Example[] {
  if (part.kind !== 'part' || part.role === 'other' || isReference(part)) return [];
  if (part.role !== 'schema') return examplesBeside(part, reader);
  return [within(part, 'example'), ...itemsOf(within(part, 'examples'))]
    .filter((each) => each.value !== undefined)
    .map((each) => ({ ...each, isNamed: false }));
}

/** Says what is wrong with an example. If it can't be checked, that is told as well, since a mock should go on. */
function checked(
  example: Example,
  part: Part,
  readers: readonly [FieldReader, ...FieldReader[]],
): Unsupported | undefined {
  try {
    return faultOf(example, part, readers);
  } catch (error) {
    const place = readers[0].references.shown(example.at);
    return { place, what: `is not checked: ${Object(error).message}` };
  }
}

function faultOf(example: Example, part: Part, readers: readonly FieldReader[]): Unsupported | undefined {
  const schema = part.role === 'schema' ? part : within(part, 'schema');
  // In any media type but JSON, a text may stand for another value.
  if (part.role === 'content' && typeof example.value === 'string' && !isJson(part.name)) return undefined;
  let fault: Unsupported | undefined;
  for (const reader of readers) {
    const parsed = reader.parserOf(schema)(example.value);
    const isText = part.role === 'text' && parsed instanceof Issues;
    const result = isText ? reader.textFieldOf(schema).parse(String(example.value)) : parsed;
    if (!(result instanceof Issues)) return undefined;
    fault = { place: reader.references.shown(example.at), what: unfit(result, example) };
  }
  return fault;
}
