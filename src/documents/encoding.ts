import { isJson } from './media.ts';
import { keywordIn } from './object-schema.ts';
import { partsOfSchema, possibleTypes } from './parts.ts';
import { type Located, type References, textIn, within } from './references.ts';

/** The way in which a field of a form, or each item of a list, is sent: as a text or a file, as JSON, or in a way that is not read. */
export type Sending = 'plain' | 'json' | 'unread';

/** Reads how a field is sent from its Encoding Object, if there is one. Objects are sent as JSON by default. */
export function sendingOf(schema: Located, encoding: Located, references: References): Sending {
  const isObject = isOnlyObject(itemOf(schema, references), references);
  const style = textIn(encoding, 'style');
  const isList = possibleTypes(schema, references).includes('array');
  const isJoined = within(encoding, 'explode').value === false && isList;
  if (isJoined || (style !== undefined && (style !== 'form' || isObject))) return 'unread';
  const type = textIn(encoding, 'contentType') ?? (isObject ? 'application/json' : 'text/plain');
  if (isJson(type) && !type.includes('*')) return 'json';
  return isObject ? 'unread' : 'plain';
}

/** The schema of the items of a list; that of any other value is its own. */
export function itemOf(schema: Located, references: References): Located {
  const [items = schema] = keywordIn(partsOfSchema(schema, references), 'items');
  return items;
}

/** Tells whether the values of a schema are objects, or null. */
export function isOnlyObject(schema: Located, references: References): boolean {
  const types = possibleTypes(schema, references);
  return types.includes('object') && types.every((type) => type === 'object' || type === 'null');
}
