import { boolean } from '../../fields/boolean.ts';
import { enumeration } from '../../fields/enumeration.ts';
import { type AnyField, field } from '../../fields/field.ts';
import { lazy } from '../../fields/lazy.ts';
import { literalOf } from '../../fields/literal.ts';
import { nullable } from '../../fields/nullable.ts';
import { isRecord } from '../../fields/record.ts';
import { unionOf } from '../../fields/union.ts';
import { unknown } from '../../fields/unknown.ts';
import type { Values } from '../../fields/values.ts';
import { wrong } from '../../issues/issue.ts';
import { arrayField } from './array.ts';
import { intersection, never, withoutPlaces } from './checks.ts';
import { choiceOfAny, choiceOfBooleans, scalarsOf } from './choice.ts';
import { counted } from './counted.ts';
import { jsonField, sizeField } from './formats.ts';
import { decimalField, numberField } from './number.ts';
import { type ObjectSchema, objectField } from './object.ts';
import { itemsOf, type Located, type References, within } from './references.ts';
import { withRules } from './rules.ts';
import { isFree, plainRules, type Schema, typesOf } from './schema.ts';
import { taggedUnion } from './tagged.ts';
import { textField } from './text.ts';

type LocatedSchema = ObjectSchema[number];

export interface FieldReaderOptions {
  readonly values: Values;
  /** FastAPI wrote the document: then what it writes means what it means there. */
  readonly isFastapi: boolean;
}

/** Makes fields of the schemas of a document. Of a schema that others refer to there is one field, and of plain ones that say the same. */
export class FieldReader {
  readonly references: References;
  readonly #options: FieldReaderOptions;
  readonly #fields = new Map<string, AnyField>();
  readonly #plain = new Map<string, AnyField>();
  readonly #open = new Set<string>();
  readonly #fieldOf = (schema: Located) => this.fieldOf(schema);

  constructor(references: References, options: FieldReaderOptions) {
    this.references = references;
    this.#options = options;
  }

  get isFastapi(): boolean {
    return this.#options.isFastapi;
  }

  /** The field for a schema at some place. */
  fieldOf(located: Located): AnyField {
    const { value, at } = located;
    if (value === false) return never('false');
    if (!isRecord(value)) return unknown();
    const schema = { value, at };
    if (typeof value.$ref !== 'string') return this.#plainField(schema) ?? this.#inline(schema);
    const target = this.references.find(value.$ref, at);
    if (isFree(value, '$ref', 'nullable')) return this.#named(target);
    const { $ref: _, ...rest } = value;
    return intersection([this.#named(target), this.#inline({ value: rest, at })]);
  }

  /** The field for a schema that others refer to. One that holds itself is found when it is needed. */
  #named(target: Located): AnyField {
    const known = this.#fields.get(target.at);
    if (known) return known;
    if (this.#open.has(target.at) || this.#open.size > MAX_OPEN) return lazy(() => this.#named(target));
    this.#open.add(target.at);
    const { value } = target;
    const isInline = !isRecord(value) || typeof value.$ref === 'string';
    const made = isInline
      ? this.fieldOf(target)
      : counted(this.#inline({ value, at: target.at }, nameOf(value, target.at)));
    this.#open.delete(target.at);
    this.#fields.set(target.at, made);
    return made;
  }

  /** The field for texts, numbers or booleans, of which a document may have a million. */
  #plainField(schema: LocatedSchema): AnyField | undefined {
    const rules = plainRules(schema.value);
    if (rules === undefined) return undefined;
    const made = this.#plain.get(rules) ?? this.#inline(schema);
    this.#plain.set(rules, made);
    return made;
  }

  #inline(schema: LocatedSchema, name?: string): AnyField {
    const { value } = schema;
    const made = withRules(this.#kind(schema, name), schema, this.#fieldOf, this.#options.isFastapi);
    return value.nullable === true ? nullable(made) : made;
  }

  #kind(schema: LocatedSchema, name: string | undefined): AnyField {
    const { value } = schema;
    if (Array.isArray(value.enum)) return this.#choice(value.enum, value, name);
    if (value.const !== undefined) return this.#choice([value.const], value, name);
    if (Array.isArray(value.allOf)) return this.#all(schema, name);
    for (const keyword of ['oneOf', 'anyOf'])
      if (Array.isArray(value[keyword])) return this.#any(schema, keyword, name);
    const members = typesOf(value).map((type) => this.#ofType(schema, type, name));
    return oneOf(members) ?? unknown();
  }

  /** A component is an enumeration to pydantic, and what stands inline is a literal. */
  #choice(all: readonly unknown[], schema: Schema, name: string | undefined): AnyField {
    const { values, isFastapi } = this.#options;
    const expected = isFastapi ? scalarsOf(all) : scalarsOf(all, schema);
    if (expected === undefined) return choiceOfAny(all);
    if (!isFastapi && expected.every((each) => typeof each === 'boolean'))
      return choiceOfBooleans(expected, values);
    const isRead = !isFastapi && expected.every((each) => typeof each === 'number');
    if (isRead) return enumeration(expected, { values, ...(name !== undefined && { name }) });
    if (name === undefined) return literalOf(expected, { values });
    const others = expected.filter((each) => each !== null);
    const made = enumeration(others, { values, name });
    return expected.includes(null) ? nullable(made) : made;
  }

  #ofType(schema: LocatedSchema, type: string, name: string | undefined): AnyField {
    const { values, isFastapi } = this.#options;
    switch (type) {
      case 'null':
        return nothing;
      case 'boolean':
        return boolean({ values });
      case 'integer':
      case 'number':
        return numberField(schema.value, type, values);
      case 'string':
        return this.#text(schema);
      case 'array':
        return arrayField(schema, this.#fieldOf, { isFastapi, name });
      case 'object':
        return objectField([schema], this.#fieldOf, { isFastapi, name });
      default:
        return unknown();
    }
  }

  #text(schema: LocatedSchema): AnyField {
    const { value } = schema;
    const isJson = value.contentMediaType === 'application/json';
    return isJson
      ? jsonField(this.fieldOf(within(schema, 'contentSchema')))
      : textField(value, this.#options.values);
  }

  /** Schemas of objects are put together; of others, each has to be met. */
  #all(schema: LocatedSchema, name: string | undefined): AnyField {
    const { value, at } = schema;
    const { allOf: _, ...own } = value;
    const parts = itemsOf(within(schema, 'allOf'));
    if (!isFree(own)) parts.push({ value: own, at });
    const [only] = parts;
    if (only && parts.length === 1) return this.fieldOf(only);
    const objects = this.#objectsIn(parts);
    return objects
      ? objectField(objects, this.#fieldOf, { isFastapi: this.isFastapi, name })
      : intersection(parts.map(this.#fieldOf));
  }

  /** The schemas of objects that the parts of an `allOf` are made of, each once; undefined where one is something else. */
  #objectsIn(parts: readonly Located[], seen = new Set<unknown>()): ObjectSchema | undefined {
    const found: LocatedSchema[] = [];
    for (const part of parts) {
      const { value, at } = this.references.follow(part);
      if (!isRecord(value) || seen.size > MAX_PARTS) return undefined;
      if (seen.has(value)) continue;
      seen.add(value);
      const { allOf, ...own } = value;
      const inner = Array.isArray(allOf)
        ? this.#objectsIn(itemsOf(within({ value, at }, 'allOf')), seen)
        : undefined;
      if (inner) found.push(...inner);
      if (inner && isFree(own, 'type')) continue;
      if (Array.isArray(allOf) && !inner) return undefined;
      if (isCombined(own) || typesOf(own).some((type) => type !== 'object')) return undefined;
      found.push({ value: own, at });
    }
    return found;
  }

  #any(schema: LocatedSchema, keyword: string, name: string | undefined): AnyField {
    const { value, at } = schema;
    const { [keyword]: _, discriminator, ...own } = value;
    const tagged = taggedUnion(schema, keyword, {
      references: this.references,
      fieldOf: this.#fieldOf,
      isFastapi: this.isFastapi,
    });
    const made = tagged ?? this.#unionOf(itemsOf(within(schema, keyword)));
    const besides = isFree(own, 'type', 'nullable') || discriminator !== undefined;
    return besides ? made : intersection([this.#inline({ value: own, at }, name), made]);
  }

  #unionOf(members: readonly Located[]): AnyField {
    const others = members.filter(({ value }) => !(isRecord(value) && value.type === 'null'));
    const made = oneOf(this.#kindsOf(others)) ?? nothing;
    return others.length < members.length && made !== nothing ? nullable(made) : made;
  }

  /** A field for each schema, or for two that pydantic writes of one kind. */
  #kindsOf(members: readonly Located[]): AnyField[] {
    const kinds: AnyField[] = [];
    let isSecond = false;
    for (const [at, member] of members.entries()) {
      const pair: AnyField | undefined = isSecond
        ? undefined
        : pairField(member.value, members[at + 1]?.value);
      if (!isSecond) kinds.push(pair ?? this.fieldOf(member));
      isSecond = pair !== undefined;
    }
    return kinds;
  }
}

function pairField(first: unknown, second: unknown): AnyField | undefined {
  return isRecord(first) && isRecord(second)
    ? (decimalField(first, second) ?? sizeField(first, second))
    : undefined;
}

/** So many schemas are made inside each other; more wait until they are needed. */
const MAX_OPEN = 50;

/** So many parts of an `allOf` are put together. */
const MAX_PARTS = 1000;

const nothing: AnyField = field<unknown>({
  ...withoutPlaces(unknown()),
  parse: (raw) => (raw === null ? null : wrong('none_required', raw)),
  describe: () => ({ type: 'null' }),
  typeName: () => 'none',
  takesAnyText: false,
});

/** A value that one of several fields takes; undefined where there is none. */
function oneOf(members: readonly AnyField[]): AnyField | undefined {
  if (members.includes(nothing) && members.length > 1) {
    const others = oneOf(members.filter((member) => member !== nothing));
    return others && nullable(others);
  }
  const [first, ...rest] = members;
  return first && (rest.length === 0 ? first : unionOf([first, ...rest]));
}

function isCombined({ enum: values, anyOf, oneOf, const: value, not }: Schema): boolean {
  return [values, anyOf, oneOf, value, not].some((each) => each !== undefined);
}

/** Pydantic calls a kind by the name of its class. The title is that name, as `Page[User]`, unless it is one of its own. */
function nameOf({ title }: Schema, at: string): string {
  const key = at.slice(at.lastIndexOf('/') + 1).replace(/-(?:Input|Output)$/, '');
  if (typeof title !== 'string') return key;
  const plain = title.replace(/[^\w.-]/g, '_');
  return plain === key || key.endsWith(`__${plain}`) ? title : key;
}
