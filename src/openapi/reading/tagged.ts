import { discriminatedUnion } from '../../fields/discriminated-union.ts';
import type { AnyField } from '../../fields/field.ts';
import { isRecord } from '../../fields/record.ts';
import type { FieldOf } from './object.ts';
import { itemsOf, type Located, partsOf, type References, textIn, within } from './references.ts';

/** The field for kinds that a property tells apart; undefined where the schema does not say which tag means which. */
export function taggedUnion(
  schema: Located,
  keyword: string,
  references: References,
  fieldOf: FieldOf,
): AnyField | undefined {
  const discriminator = within(schema, 'discriminator');
  const property = textIn(discriminator, 'propertyName');
  if (property === undefined) return undefined;
  const kinds = new Map(mapped(discriminator, references));
  if (kinds.size === 0)
    for (const member of itemsOf(within(schema, keyword)))
      for (const tag of tagsOf(member, property, references)) kinds.set(tag, member);
  if (kinds.size === 0) return undefined;
  return discriminatedUnion(
    property,
    Object.fromEntries([...kinds].map(([tag, kind]) => [tag, fieldOf(kind)])),
  );
}

/** The kinds that the discriminator itself names: by a reference, or by the name of a component. */
function mapped(discriminator: Located, references: References): [string, Located][] {
  return partsOf(within(discriminator, 'mapping')).map(([tag, { value, at }]) => {
    const target = String(value);
    const isReference = /[#./]/.test(target);
    const $ref = isReference ? target : `#/components/schemas/${target}`;
    references.find($ref, at);
    return [tag, { value: { $ref }, at }];
  });
}

/** The values that a kind's own schema has for the property, or else the name of the component. */
function tagsOf(member: Located, property: string, references: References): string[] {
  const kind = references.follow(member);
  const { value } = references.follow(within(within(kind, 'properties'), property));
  const values = isRecord(value) ? (Array.isArray(value.enum) ? value.enum : [value.const]) : [];
  const tags = values.filter((each) => typeof each === 'string');
  const isNamed = isRecord(member.value) && typeof member.value.$ref === 'string';
  return tags.length > 0 || !isNamed ? tags : [kind.at.slice(kind.at.lastIndexOf('/') + 1)];
}
