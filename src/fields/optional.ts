import type { FieldDefinition, Side } from './definition.ts';
import { type AnyField, type Field, type OptionalField, optionalField } from './field.ts';
import { nullable } from './nullable.ts';
import { alsoAccepting } from './samples.ts';

/**
 * A field that may be left out. If it is, `optional(integer(), 10)` is 10; null is not accepted. Without a default value it is
 * null, and null may be sent too.
 */
export function optional<Value>(inner: Field<Value>): OptionalField<Value | null>;
export function optional<Value>(inner: Field<Value>, fallback: Value): OptionalField<Value>;
export function optional<Value>(
  inner: Field<Value>,
  fallback: Value | null = null,
): OptionalField<Value | null> {
  const sent: Field<Value | null> = fallback === null ? nullable(inner) : inner;
  const isDefault = (value: unknown) => fallback !== null && value === fallback;
  const definition: FieldDefinition<Value | null> = {
    parse: (raw, fit) => (fit?.isReply && isDefault(raw) ? fallback : sent.parse(raw, fit)),
    write: (value = fallback) => (value === null ? 'null' : inner.write(value)),
    describe(side, definitions) {
      const schema = sent.describe(side, definitions);
      return statesDefault(side, fallback) ? { ...schema, default: fallback } : schema;
    },
    typeName: sent.typeName,
    samples: sent.samples,
    absent: copier(fallback),
    takesAnyText: inner.takesAnyText,
  };
  const writeValid: AnyField['writeValid'] = (value) =>
    isDefault(value) ? inner.write(fallback as Value) : sent.writeValid(value);
  return optionalField(definition, { writeValid });
}

/** Makes a copy of a default for each request, so that a handler that changes it changes nothing else. */
function copier<Value>(value: Value): () => Value {
  return typeof value === 'object' && value !== null ? () => structuredClone(value) : () => value;
}

/** A field that may be left out of requests and replies, and is then undefined. It does not accept null. */
export function omittable<Value>(inner: Field<Value>): OptionalField<Value | undefined> {
  const definition: FieldDefinition<Value | undefined> = {
    parse: (raw, fit) => inner.parse(raw, fit),
    write: (value) => (value === undefined ? 'null' : inner.write(value)),
    describe: inner.describe,
    typeName: inner.typeName,
    samples: inner.samples,
    absent: () => undefined,
    isOmittable: true,
    takesAnyText: inner.takesAnyText,
  };
  return optionalField(definition, { writeValid: inner.writeValid });
}

/** The same as `optional`, for a query parameter: an empty value, as in `name=`, counts as missing, and null is just text. */
export function unlessBlank<Value>(inner: Field<Value>): OptionalField<Value | null>;
export function unlessBlank<Value>(inner: Field<Value>, fallback: Value): OptionalField<Value>;
export function unlessBlank<Value>(
  inner: Field<Value>,
  fallback: Value | null = null,
): OptionalField<Value | null> {
  const replied = optional(inner, fallback as Value);
  const absent = copier(fallback);
  const definition: FieldDefinition<Value | null> = {
    parse(raw, fit) {
      if (fit?.isReply) return replied.parse(raw, fit);
      return isBlank(raw) ? absent() : inner.parse(raw, fit);
    },
    write: (value = fallback) => (value === null ? 'null' : inner.write(value)),
    describe(side, definitions) {
      if (side === 'output') return replied.describe(side, definitions);
      const schema = inner.describe(side, definitions);
      if (side === 'input') return { anyOf: [schema, { const: '' }] };
      return statesDefault(side, fallback) ? { ...schema, default: fallback } : schema;
    },
    typeName: inner.typeName,
    samples: (like, open) => alsoAccepting('', inner.samples(like, open)),
    absent,
    takesAnyText: inner.takesAnyText,
  };
  return optionalField(definition);
}

/** Checks for an empty parameter, as in `name=`. A list has it as its only item. */
function isBlank(raw: unknown): boolean {
  return raw === '' || (Array.isArray(raw) && raw.length === 1 && raw[0] === '');
}

/** Decides if a schema states the default. Client generators take a default of null for a value that has to be sent. */
function statesDefault(side: Side, fallback: unknown): boolean {
  return side === 'input' || (side === 'request' && fallback !== null);
}
