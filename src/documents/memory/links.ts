import { Issues } from '../../errors/issue.ts';
import { isRecord } from '../../fields/values.ts';
import type { FieldReader } from '../fields.ts';
import { plain } from '../ids.ts';
import { type Located, within } from '../located.ts';
import { sampleOf } from '../sample.ts';
import { propertiesOf } from './properties.ts';

/** The addresses that an item says of itself. */

/** The address of an item, as a path and as a whole. */
export type Addresses = readonly [path: string, whole: string];

/** Names of what has the address of an item, and of objects with links. */
const ITSELF = /^(?:self|href|ur[li])$/;
const LINKS = /^links$/;

/** Finds the addresses of an item; undefined if it has none. Most items say nothing of theirs. */
export type FindAddresses = () => Addresses | undefined;

/** Returns the value of a property that has the address of its item, or links of which one has; undefined of any other. */
export function linkIn(name: string, schema: Located, find: FindAddresses, reader: FieldReader): unknown {
  if (ITSELF.test(plain(name))) return linkTo(find(), schema, reader);
  if (!LINKS.test(plain(name))) return undefined;
  const own =
    propertiesOf(schema, reader).get('self')?.schema ??
    within(reader.references.follow(schema), 'additionalProperties');
  const self = isRecord(own.value) ? linkTo(find(), own, reader) : undefined;
  return self === undefined ? undefined : { ...Object(sampleOf(schema, reader)), self };
}

/** Writes an address as a text, or as an object with it. */
function linkTo(addresses: Addresses | undefined, schema: Located, reader: FieldReader): unknown {
  const field = reader.fieldOf(schema);
  const sample = sampleOf(schema, reader);
  const isObject = isRecord(sample) && 'href' in sample;
  return addresses
    ?.map((href) => (isObject ? { href } : href))
    .find((each) => !(field.parse(each) instanceof Issues));
}
