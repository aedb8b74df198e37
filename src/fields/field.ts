import { Issues, type Path, wrong } from '../errors/issue.ts';
import type { FieldDefinition, JsonSchema, Side } from './definition.ts';
import { Definitions } from './definitions.ts';
import { forReply } from './fit.ts';
import { labelled, labelledIssues } from './label.ts';
import { type Open, type Samples, samplesOf } from './samples.ts';
import { type StandardProps, standardProps } from './standard.ts';

/** A field: a complete definition, which also implements Standard Schema and Standard JSON Schema. */
export interface Field<Value> extends FieldDefinition<Value> {
  /** Parses a value at `place`, which every path begins with. */
  parseAt(raw: unknown, place: Path): Value | Issues;
  /** Writes a valid value, or returns everything that is wrong with it. */
  writeValid(value: unknown): string | Issues;
  describe(side: Side, definitions?: Definitions): JsonSchema;
  typeName(): string;
  samples(like?: unknown, open?: Open): Samples;
  /** The fields of an object's properties. */
  readonly shape?: Shape | undefined;
  readonly required: boolean;
  readonly isOmittable: boolean;
  readonly takesAnyText: boolean;
  readonly '~standard': StandardProps<Value>;
}

/** A field that may be left out of a request. */
export interface OptionalField<Value> extends Field<Value> {
  readonly required: false;
}

/** A field of any kind. */
export type AnyField = Field<unknown>;
/** Named fields, in the order in which they are checked and written. */
export type Shape = Readonly<Record<string, AnyField>>;
/** The type of the values of a field: `ValueOf<typeof lamp>`. */
export type ValueOf<F> = F extends Field<infer Value> ? Value : never;

/** Tells whether a value is a field, of this copy of the package or of another. */
export function isField(value: unknown): value is AnyField {
  return typeof value === 'object' && value !== null && 'parseAt' in value;
}

/** Throws an error if a container is made of anything but fields, such as `text` instead of `text()`. */
export function checkFields(kind: string, fields: readonly unknown[]): void {
  if (!fields.every(isField)) throw new TypeError(`${kind} takes fields, such as text()`);
}

/** Functions of a container that take less time than those made from its definition. */
interface Shortcuts<Value> {
  readonly parseAt?: Field<Value>['parseAt'];
  readonly writeValid?: Field<Value>['writeValid'];
}

/** Makes a field from its definition. */
export function field<Value>(
  definition: FieldDefinition<Value> & Pick<AnyField, 'shape'>,
  shortcuts: Shortcuts<Value> = {},
): Field<Value> {
  const { write, absent, shape, label, name, shownAs, isEmbedded } = definition;
  const parse = labelling(definition);
  const { parseAt = parserAt(parse), writeValid = validWriter(definition) } = shortcuts;
  const { required = !absent, isOmittable = false, takesAnyText = false } = definition;
  const describe = (side: Side, definitions?: Definitions): JsonSchema => {
    if (!definitions) return withDefinitions((own) => describe(side, own));
    if (!definition.samples && !takesAnyText) definitions.areSampled = false;
    return definition.describe(side, definitions);
  };
  let typeName: string | undefined;
  return {
    parse,
    parseAt: label === undefined ? parseAt : (raw, place) => labelled(parseAt(raw, place), label, place),
    write,
    writeValid,
    describe,
    typeName() {
      typeName ??= definition.typeName?.() ?? 'any';
      return typeName;
    },
    samples: (like, open) => samplesOf(definition, like, open),
    absent,
    shape,
    label,
    name,
    required,
    isOmittable,
    shownAs,
    isEmbedded,
    takesAnyText,
    '~standard': standardProps({ parse }, describe),
  };
}

/** Makes a field that differs from another in these properties. Functions that would bypass what is new are made anew. */
export function derive<Value>(inner: Field<Value>, changes: Partial<FieldDefinition<Value>>): Field<Value> {
  const { parse, write } = changes;
  const { parseAt, writeValid } = inner;
  return field({ ...inner, ...changes }, parse ? {} : write ? { parseAt } : { parseAt, writeValid });
}

/** Makes a field that may be left out. The `absent` of its definition returns the value to use then. */
export function optionalField<Value>(
  definition: FieldDefinition<Value>,
  shortcuts?: Shortcuts<Value>,
): OptionalField<Value> {
  return { ...field(definition, shortcuts), required: false };
}

/** Adds the definitions that a schema refers to. */
function withDefinitions(describe: (definitions: Definitions) => JsonSchema): JsonSchema {
  const definitions = new Definitions();
  const schema = describe(definitions);
  const { all } = definitions;
  return Object.keys(all).length > 0 ? { ...schema, $defs: all } : schema;
}

/** Returns the `parse` of a field, which gives its label to its issues. */
function labelling<Value>({ parse, label }: FieldDefinition<Value>): Field<Value>['parse'] {
  return label === undefined ? parse : (raw, fit) => labelled(parse(raw, fit), label);
}

/** Returns the issue that a required value was not sent; `enclosing` is the object or request without it. */
export function missing({ label }: AnyField, enclosing: unknown): Issues {
  return labelledIssues(wrong('missing', enclosing), label);
}

function parserAt<Value>(parse: Field<Value>['parse']): Field<Value>['parseAt'] {
  return (raw, place) => {
    const result = parse(raw);
    return result instanceof Issues ? result.within(place) : result;
  };
}

/** Makes a writer that checks a value, but writes it as it is, not as `parse` reads it. */
function validWriter({ parse, write }: FieldDefinition<unknown>): AnyField['writeValid'] {
  return (value) => {
    const read = parse(value, forReply);
    return read instanceof Issues ? read : write(value);
  };
}
