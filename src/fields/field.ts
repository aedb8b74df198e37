import { Issues, type Path } from '../issues/issue.ts';
import type { FieldDefinition, JsonSchema, Side } from './definition.ts';
import { Definitions } from './definitions.ts';
import { type Open, type Samples, samplesOf } from './samples/samples.ts';
import { type StandardProps, standardProps } from './standard.ts';

/** A field: what it says for itself, and what other validation libraries ask of it. */
export interface Field<Value> extends FieldDefinition<Value> {
  parseAt(raw: unknown, place: Path): Value | Issues;
  /** Writes a value that fits, or returns everything that is wrong with it. */
  writeValid(value: unknown): string | Issues;
  describe(side: Side, definitions?: Definitions): JsonSchema;
  typeName(): string;
  samples(like?: unknown, open?: Open): Samples;
  readonly required: boolean;
  readonly isOmittable: boolean;
  readonly takesAnyText: boolean;
  readonly '~standard': StandardProps<Value>;
}

/** A field that need not be sent. */
export interface OptionalField<Value> extends Field<Value> {
  readonly required: false;
}

/** A field of any value. */
export type AnyField = Field<unknown>;
/** The type of the values that a field gives: `ValueOf<typeof lamp>`. */
export type ValueOf<F> = F extends Field<infer Value> ? Value : never;

/**
 * Makes a field of what it says for itself. One that holds others may write a value while it checks it, which is quicker than
 * one after the other.
 */
export function field<Value>(
  definition: FieldDefinition<Value>,
  writeValid = validWriter(definition),
): Field<Value> {
  const { required = !definition.absent, isOmittable = false, takesAnyText = false } = definition;
  const describe = (side: Side, definitions?: Definitions): JsonSchema => {
    if (!definitions) return withDefinitions((own) => describe(side, own));
    if (!definition.samples && !takesAnyText) definitions.areSampled = false;
    return definition.describe(side, definitions);
  };
  let name: string | undefined;
  const typeName = () => {
    name ??= definition.typeName?.() ?? 'any';
    return name;
  };
  return {
    parseAt: parserAt(definition),
    ...definition,
    samples: samplesOf(definition),
    writeValid,
    describe,
    typeName,
    required,
    isOmittable,
    takesAnyText,
    '~standard': standardProps({ ...definition, describe }),
  };
}

/** Makes a field that need not be sent: its definition says what stands for it. */
export function optionalField<Value>(
  definition: FieldDefinition<Value>,
  writeValid?: Field<Value>['writeValid'],
): OptionalField<Value> {
  return { ...field(definition, writeValid), required: false };
}

/** A schema with the definitions that it refers to. */
function withDefinitions(describe: (definitions: Definitions) => JsonSchema): JsonSchema {
  const definitions = new Definitions();
  const schema = describe(definitions);
  const { all } = definitions;
  return Object.keys(all).length > 0 ? { ...schema, $defs: all } : schema;
}

function parserAt<Value>({ parse }: FieldDefinition<Value>): Field<Value>['parseAt'] {
  return (raw, place) => {
    const result = parse(raw);
    return result instanceof Issues ? result.within(place) : result;
  };
}

/** The value is written as it is, not as it would be read. */
function validWriter({ parse, write }: FieldDefinition<unknown>): AnyField['writeValid'] {
  return (value) => {
    const read = parse(value);
    return read instanceof Issues ? read : write(value);
  };
}
