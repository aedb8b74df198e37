import { type Issue, Issues } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { tupleSamples } from '../fields/list.ts';
import { unknown } from '../fields/optional.ts';
import { isRecord } from '../fields/values.ts';
import { wrong } from './issues.ts';
import { optionalField } from './optional.ts';
import { type Located, textIn, within } from './references.ts';
import type { Schema } from './schema.ts';

interface Member {
  readonly name: string;
  readonly item: AnyField;
}

/** Recognizes pydantic's schema of a named tuple: its items have titles, and it has none itself. */
export function isNamedTuple({ title, prefixItems }: Schema): boolean {
  const items = Array.isArray(prefixItems) ? prefixItems.filter(isRecord) : [];
  return title === undefined && items.some((item) => item.title !== undefined);
}

/** Makes the field of a named tuple. Pydantic reads it like the arguments of a call: from a list, or by name from an object. */
export function namedTuple(
  places: readonly Located[],
  least: number,
  name: string,
  fieldOf: FieldOf,
): AnyField {
  const members = places.map((place, at) => memberOf(place, at >= least, fieldOf));
  const items = members.map(({ item }) => item);
  return derive(unknown(), {
    parse(raw) {
      if (Array.isArray(raw)) return fromList(members, raw);
      return isRecord(raw) ? fromObject(members, raw) : wrong('arguments_type', raw);
    },
    describe: (side, definitions) => ({
      type: 'array',
      prefixItems: items.map((item) => item.describe(side, definitions)),
      minItems: least,
      maxItems: items.length,
    }),
    typeName: () => `call[${name}]`,
    samples: (like, open) => tupleSamples(items, like, open),
    takesAnyText: false,
  });
}

type FieldOf = (schema: Located) => AnyField;

/** Makes a member. Its name is derived from its title, since the document has no other. */
function memberOf(place: Located, isOptional: boolean, fieldOf: FieldOf): Member {
  const title = textIn(place, 'title') ?? String(within(place, '$ref').value).replace(/^.*\//, '');
  const item = fieldOf(place);
  return {
    name: title.toLowerCase().replaceAll(' ', '_'),
    item: isOptional ? optionalField(item, place.value) : item,
  };
}

function fromList(members: readonly Member[], raw: readonly unknown[]): unknown {
  const issues: Issue[] = [];
  const values = members.map(({ name, item }, at) =>
    at < raw.length ? collected(item.parse(raw[at]), issues, at) : collected(absent(item, raw), issues, name),
  );
  for (const [at, extra] of raw.entries())
    if (at >= members.length) collected(wrong('unexpected_positional_argument', extra), issues, at);
  return Issues.of(issues) ?? values;
}

function fromObject(members: readonly Member[], raw: Readonly<Record<string, unknown>>): unknown {
  const issues: Issue[] = [];
  const values = members.map(({ name, item }) =>
    collected(Object.hasOwn(raw, name) ? item.parse(raw[name]) : absent(item, raw), issues, name),
  );
  const known = new Set(members.map(({ name }) => name));
  for (const name of Object.keys(raw))
    if (!known.has(name)) collected(wrong('unexpected_keyword_argument', raw[name]), issues, name);
  return Issues.of(issues) ?? values;
}

function absent(item: AnyField, raw: unknown): unknown {
  return item.absent ? item.absent(raw) : wrong('missing_argument', raw);
}

function collected(value: unknown, issues: Issue[], place: string | number): unknown {
  if (value instanceof Issues) value.collect(issues, [place]);
  return value;
}
