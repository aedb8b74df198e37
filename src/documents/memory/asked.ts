import { isRecord } from '../../fields/values.ts';
import { splitTarget } from '../../http/types.ts';
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

/** Makes a function that reads a parameter, or those that an object is sent as. */
export function askedBy(parameter: Located, reader: FieldReader): (asking: Asking) => readonly Asked[] {
  const name = String(within(parameter, 'name').value);
  const schema = within(parameter, 'schema');
  const isOfProperties =
    isSpread(parameter) &&
    textIn(parameter, 'style') !== 'deepObject' &&
    spreadSchemas(parameter, reader.references) !== undefined;
  const properties = [...propertiesOf(schema, reader)];
  if (isOfProperties) return (asking) => properties.map(([each, own]) => askedAs(each, own.schema, asking));
  const members = properties.map(([each, own]) => ({ name: `${name}[${each}]`, schema: own.schema }));
  return (asking) => {
    const whole = askedAs(name, schema, asking);
    const parts = [
      ...members.map((each) => askedAs(each.name, each.schema, asking)),
      ...inBrackets(name, asking),
    ];
    return whole.value === undefined && parts.length > 0 ? parts : [whole, ...parts];
  };
}

function askedAs(name: string, schema: Located, { input: { query } }: Asking): Asked {
  const fallback = within(schema, 'default').value;
  const value = Object(query)[name] ?? fallback;
  return { name, value, minimum: within(schema, 'minimum').value ?? fallback };
}

/** The parts of an object as they were sent: `created[gte]=5`. */
function inBrackets(name: string, { head }: Asking): readonly Asked[] {
  const sent = new URLSearchParams(splitTarget(head.target).query);
  return [...sent]
    .filter(([each]) => each.startsWith(`${name}[`))
    .map(([each, value]) => ({ name: each, value, minimum: undefined }));
}

/** What the properties of a body ask for, as parameters of a query do. */
export function askedInBody({ input: { body } }: Asking): readonly Asked[] {
  const asked = isRecord(body) ? Object.entries(body).slice(0, MAX_ASKED) : [];
  return asked.map(([name, value]) => ({ name, value, minimum: undefined }));
}

/** The most properties of a body that ask for something. */
const MAX_ASKED = 100;
