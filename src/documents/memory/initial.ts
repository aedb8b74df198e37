import { Issues } from '../../errors/issue.ts';
import { once } from '../../text/memo.ts';
import { combinedIn } from '../combined.ts';
import type { FieldReader } from '../fields.ts';
import { plain } from '../ids.ts';
import { type Located, textIn, within } from '../located.ts';
import { randomOf } from '../random.ts';
import { sampleOf } from '../sample.ts';
import { possibleTypes } from '../schema.ts';
import type { Item, Items } from './store.ts';

/** The values that a new item begins with, where no request has said any. */

const TIMES = /(?:_at|At|_on|On|[Dd]ate|[Tt]ime|[Tt]imestamp|created|updated|modified)$/;
const CHANGES = /updat|modif|chang/i;
const BEGINNINGS = /creat|insert|regist|updat|modif|chang/i;
/** Names of what may happen to an item later. */
const LATER =
  /delet|remov|archiv|cancel|complet|finish|clos|resolv|publish|expir|revok|verif|confirm|approv|paid|ship|deliver|login|seen|read/i;
const COUNTS = /counts?$|^num(?:ber)?_?of|(?:views|likes|votes|followers|version|revision)$|^__v$/i;
/** Names of what is true from the beginning. */
const TRUTHS = /activ|enabl|availab|visib|public|valid|open|success|can|^ok$/i;
const DATE_LENGTH = 10;

interface InitialOptions {
  readonly isRequired: boolean;
  readonly reader: FieldReader;
}

/** Makes the value of a property of an item. */
type Make = () => unknown;

/** Finds what makes the value of a property that the service fills in; undefined where it has none yet. */
export function initialOf(name: string, schema: Located, { isRequired, reader }: InitialOptions): Make {
  const now = isTime(name, schema, reader) ? clockOf(schema, reader) : undefined;
  if (now && BEGINNINGS.test(name)) return now;
  const sample = once(() => sampleOf(schema, reader, { name }));
  if (saysItself(schema, reader)) return sample;
  if (isValid(null, schema, reader)) return () => null;
  if (now) return LATER.test(name) && !isRequired ? () => undefined : now;
  const first = firstOf(name, possibleTypes(schema, reader.references));
  if (first !== undefined && isValid(first, schema, reader)) return () => first;
  return () => sample() ?? undefined;
}

/** Returns what a list, a truth value or a number of anything begins with. */
function firstOf(name: string, [type]: readonly string[]): unknown {
  if (type === 'array') return [];
  if (type === 'boolean') return TRUTHS.test(name);
  return COUNTS.test(name) ? 0 : undefined;
}

function isValid(value: unknown, schema: Located, reader: FieldReader): boolean {
  return !(reader.fieldOf(schema).parse(value) instanceof Issues);
}

/** Finds what makes the value of a property that tells when an item was changed last; undefined for any other. */
export function timeOfChange(name: string, schema: Located, reader: FieldReader): Make | undefined {
  return CHANGES.test(name) && isTime(name, schema, reader) ? clockOf(schema, reader) : undefined;
}

function isTime(name: string, schema: Located, { references }: FieldReader): boolean {
  return (
    TIMES.test(name) || combinedIn([schema], references).some((each) => /^date|time/.test(formatOf(each)))
  );
}

function formatOf(schema: Located): string {
  return textIn(schema, 'format') ?? '';
}

/** Tells whether a document itself gives values of a schema. */
function saysItself(schema: Located, { references }: FieldReader): boolean {
  return combinedIn([schema], references).some((each) =>
    ['example', 'examples', 'default', 'const', 'enum'].some(
      (keyword) => within(each, keyword).value !== undefined,
    ),
  );
}

/** Makes a clock that writes the time as a schema has it; undefined if it has no time. */
export function clockOf(schema: Located, reader: FieldReader): Make | undefined {
  return clocks.find((each) => isValid(each(), schema, reader));
}

const clocks: readonly Make[] = [
  () => new Date().toISOString(),
  () => new Date().toISOString().slice(0, DATE_LENGTH),
  () => Math.floor(Date.now() / 1000),
];

interface IdOptions {
  /** The property that has the id; undefined if none has. */
  readonly idName: string | undefined;
  readonly idSchema: Located;
  /** The schema of the parameter with the id. */
  readonly parameterSchema: Located;
  readonly reader: FieldReader;
}

/** Makes a function that makes ids of the declared type that no item has, and that fit in the path. */
export function idMaker(options: IdOptions): (body: Item, items: Items) => string | number {
  const { idName = 'id', idSchema, parameterSchema, reader } = options;
  const { type } = Object(reader.references.follow(idSchema).value);
  const types = [type].flat();
  if (types.includes('integer') || types.includes('number')) return (_, items) => items.nextNumber;
  const field = reader.fieldOf(idSchema);
  const inPath = reader.textFieldOf(parameterSchema);
  const fits = (id: string) =>
    id !== '' && !(field.parse(id) instanceof Issues) && !(inPath.parse(id) instanceof Issues);
  return (body, items) => {
    const isFree = (id: string) => !items.has(id) && fits(id);
    for (const id of textIds(body, String(items.nextNumber), idName)) if (isFree(id)) return id;
    for (const schema of [idSchema, parameterSchema])
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const drawn = String(randomOf(schema, reader, Math.random));
        if (isFree(drawn)) return drawn;
      }
    return crypto.randomUUID();
  };
}

/** How often an id is drawn that is of no usual kind. */
const ATTEMPTS = 20;

/** Yields ids of the usual kinds: one to be read, if its name is not that of an id, and then UUIDs and others. */
function* textIds(body: Item, number: string, idName: string): Iterable<string> {
  const titles = /id$/.test(plain(idName)) ? [] : [body.title, body.name];
  const [slug] = titles.flatMap((each) => (typeof each === 'string' && slugOf(each)) || []);
  if (slug !== undefined) yield* [slug, `${slug}-${number}`];
  const uuid = crypto.randomUUID();
  yield uuid;
  const digits = uuid.replaceAll('-', '');
  yield* [digits, digits.slice(0, OBJECT_ID_LENGTH), number, `id-${number}`];
}

/** The length of an id of MongoDB. */
const OBJECT_ID_LENGTH = 24;

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
