import { isRecord } from '../../fields/values.ts';
import { splitTarget } from '../../http/types.ts';
import { ensure } from '../../text/memo.ts';
import type { FieldReader } from '../fields.ts';
import { type Located, textIn, within } from '../located.ts';
import { isSpread, spreadSchemas } from '../parameters.ts';
import type { Asking } from './operations.ts';
import { propertiesOf } from './properties.ts';

/** What the declared parameters of a query ask for. */

/** A declared parameter, with the value that was sent or is the default. */
export interface Asked {
  readonly name: string;
  readonly value: unknown;
  /** The lowest value that the document allows. */
  readonly minimum: unknown;
}

/** Makes a function that reads what a request asks for by these parameters. */
export function queryReader(
  parameters: readonly Located[],
  reader: FieldReader,
): (asking: Asking) => readonly Asked[] {
  const all = parameters.map((each) => askedBy(each, reader));
  return (asking) => {
    const parts = partsIn(asking);
    return all.flatMap((read) => read(asking, parts));
  };
}

/** The parts of objects that were sent, by the names before their first brackets. */
type Parts = ReadonlyMap<string, readonly Asked[]>;

/** Makes a function that reads a parameter, or those that an object is sent as. */
function askedBy(
  parameter: Located,
  reader: FieldReader,
): (asking: Asking, parts: Parts) => readonly Asked[] {
  const name = String(within(parameter, 'name').value);
  const schema = within(parameter, 'schema');
  const isOfProperties =
    isSpread(parameter) &&
    textIn(parameter, 'style') !== 'deepObject' &&
    spreadSchemas(parameter, reader.references) !== undefined;
  const properties = [...propertiesOf(schema, reader)];
  if (isOfProperties) return (asking) => properties.map(([each, own]) => askedAs(each, own.schema, asking));
  const members = properties.map(([each, own]) => ({ name: `${name}[${each}]`, schema: own.schema }));
  return (asking, parts) => {
    const whole = askedAs(name, schema, asking);
    const own = (parts.get(baseOf(name)) ?? []).filter((each) => each.name.startsWith(`${name}[`));
    const all = [...members.map((each) => askedAs(each.name, each.schema, asking)), ...own];
    return whole.value === undefined && all.length > 0 ? all : [whole, ...all];
  };
}

function askedAs(name: string, schema: Located, { input: { query } }: Asking): Asked {
  const fallback = within(schema, 'default').value;
  const value = Object(query)[name] ?? fallback;
  return { name, value, minimum: within(schema, 'minimum').value ?? fallback };
}

/** The parts of objects as they were sent: `created[gte]=5`. */
function partsIn({ head }: Asking): Parts {
  const parts = new Map<string, Asked[]>();
  for (const [name, value] of new URLSearchParams(splitTarget(head.target).query))
    if (name.includes('[')) ensure(parts, baseOf(name), () => []).push({ name, value, minimum: undefined });
  return parts;
}

function baseOf(name: string): string {
  return name.split('[', 1).join();
}

/** What the properties of a body ask for, as parameters of a query do. */
export function askedInBody({ input: { body } }: Asking): readonly Asked[] {
  const asked = isRecord(body) ? Object.entries(body).slice(0, MAX_ASKED) : [];
  return asked.map(([name, value]) => ({ name, value, minimum: undefined }));
}

/** The most properties of a body that ask for something. */
const MAX_ASKED = 100;
