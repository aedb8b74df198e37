import { Issues } from '../errors/issue.ts';
import { isRecord } from '../fields/values.ts';
import type { FieldReader } from './fields.ts';
import { itemsOf, type Kind, kindOfItem, kindOfMember, type Located, within } from './located.ts';
import type { Unsupported } from './references.ts';
import { isJson } from './schema.ts';
import { examplesBeside, unfit } from './values.ts';

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
  // Each level is a list that is only made as far as it has been walked: one may have a million members.
  const start: Part = { ...root, kind: 'part', role: 'other', name: '' };
  const open: Iterator<Part>[] = [[start].values()];
  const elsewhere = new Set<string>();
  let count = 0;
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const { done, value: part } = level.next();
    if (done) {
      open.pop();
      continue;
    }
    open.push(inside(part));
    if (isReference(part)) {
      // What other parts of the same file are referred to is come across anyway.
      const target = references.follow(part);
      if (!target.at.startsWith(root.at) && !elsewhere.has(target.at))
        open.push([{ ...part, ...target }].values());
      elsewhere.add(target.at);
    }
    yield undefined;
    for (const example of examplesOf(part, reader)) {
      if (count++ === MAX_EXAMPLES) return;
      yield checked(example, part, [reader, ...others]);
    }
  }
}

function isReference({ value, kind }: Part): boolean {
  return kind === 'part' && isRecord(value) && typeof value.$ref === 'string';
}

function* inside(part: Part): Generator<Part, undefined> {
  const { value, kind, role } = part;
  if (Array.isArray(value)) {
    for (const at of value.keys())
      yield { ...within(part, String(at)), name: '', role, kind: kindOfItem(kind) };
  } else if (isRecord(value)) {
    for (const name of Object.keys(value)) {
      const inner = kindOfMember(kind, name, value[name]);
      if (inner !== 'part' && inner !== 'map') continue;
      const kept = isKept(kind, role) ? role : (roles.get(name) ?? 'other');
      yield { ...within(part, name), name, kind: inner, role: kept };
    }
  }
}

/** Tells whether what is in a part has the role of the part: in a map, or in a schema. */
function isKept(kind: Kind, role: Role): boolean {
  return kind === 'map' || role === 'schema';
}

/** The examples that a part gives for its schema, or, if it is one, for itself. What is beside a reference counts nothing. */
function examplesOf(part: Part, reader: FieldReader): Located[] {
  if (part.kind !== 'part' || part.role === 'other' || isReference(part)) return [];
  if (part.role !== 'schema') return examplesBeside(part, reader);
  return [within(part, 'example'), ...itemsOf(within(part, 'examples'))].filter(
    (each) => each.value !== undefined,
  );
}

/** Says what is wrong with an example. If it can't be checked, that is told as well, since a mock should go on. */
function checked(
  example: Located,
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

function faultOf(example: Located, part: Part, readers: readonly FieldReader[]): Unsupported | undefined {
  const schema = part.role === 'schema' ? part : within(part, 'schema');
  // In any media type but JSON, a text may stand for another value.
  if (part.role === 'content' && typeof example.value === 'string' && !isJson(part.name)) return undefined;
  let fault: Unsupported | undefined;
  for (const reader of readers) {
    const parsed = reader.parserOf(schema)(example.value);
    const isText = part.role === 'text' && parsed instanceof Issues;
    const result = isText ? reader.textFieldOf(schema).parse(String(example.value)) : parsed;
    if (!(result instanceof Issues)) return undefined;
    fault = { place: reader.references.shown(example.at), what: unfit(result) };
  }
  return fault;
}
