import { type AnyField, derive } from '../fields/field.ts';
import { nullable, unknown } from '../fields/optional.ts';
import { unionOf } from '../fields/union.ts';
import { isRecord } from '../fields/values.ts';
import { sizeField } from './formats.ts';
import { wrong } from './issues.ts';
import { decimalField } from './number.ts';
import type { FieldOf } from './object-schema.ts';
import type { Located } from './references.ts';

/** Makes the field of a union of schemas. */
export function unionField(members: readonly Located[], fieldOf: FieldOf): AnyField {
  const others = members.filter((member) => !isNull(member));
  const made = oneOf(kindsOf(others, fieldOf)) ?? nothing;
  return others.length < members.length && made !== nothing ? nullable(made) : made;
}

export function isNull({ value }: Located): boolean {
  return isRecord(value) && value.type === 'null';
}

/** Makes a field for each schema, or for a pair of schemas that pydantic writes for one type. */
function kindsOf(members: readonly Located[], fieldOf: FieldOf): AnyField[] {
  const kinds: AnyField[] = [];
  let isSecond = false;
  for (const [at, member] of members.entries()) {
    const pair: AnyField | undefined = isSecond ? undefined : pairField(member.value, members[at + 1]?.value);
    if (!isSecond) kinds.push(pair ?? fieldOf(member));
    isSecond = pair !== undefined;
  }
  return kinds;
}

function pairField(first: unknown, second: unknown): AnyField | undefined {
  return isRecord(first) && isRecord(second)
    ? (decimalField(first, second) ?? sizeField(first, second))
    : undefined;
}

/** Makes a union of fields; undefined if there are none. */
export function oneOf(members: readonly AnyField[]): AnyField | undefined {
  if (members.includes(nothing) && members.length > 1) {
    const others = oneOf(members.filter((member) => member !== nothing));
    return others && nullable(others);
  }
  const [first, ...rest] = members;
  return first && (rest.length === 0 ? first : unionOf([first, ...rest]));
}

export const nothing: AnyField = derive(unknown(), {
  parse: (raw) => (raw === null ? null : wrong('none_required', raw)),
  describe: () => ({ type: 'null' }),
  typeName: () => 'none',
  takesAnyText: false,
});
