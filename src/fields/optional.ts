import { type Field, field } from './field.ts';

/** A field that need not be sent: `fallback` stands for it. Where that is null, null may be sent as well. */
export function optional<Value>(inner: Field<Value>): Field<Value | null>;
export function optional<Value>(inner: Field<Value>, fallback: Value): Field<Value>;
export function optional<Value>(inner: Field<Value>, fallback: Value | null = null): Field<Value | null> {
  const nullable = fallback === null;
  return field({
    parse: (raw) => (nullable && raw === null ? null : inner.parse(raw)),
    write: (value) => (value === null ? 'null' : inner.write(value)),
    describe(side) {
      const schema = nullable ? { anyOf: [inner.describe(side), { type: 'null' }] } : inner.describe(side);
      return side === 'input' ? { ...schema, default: fallback } : schema;
    },
    absent: () => fallback,
    takesAnyText: inner.takesAnyText,
  });
}

/** The same for a query parameter, where `name=` says as little as no parameter, and null is a text. */
export function unlessBlank<Value>(inner: Field<Value>): Field<Value | null>;
export function unlessBlank<Value>(inner: Field<Value>, fallback: Value): Field<Value>;
export function unlessBlank<Value>(inner: Field<Value>, fallback: Value | null = null): Field<Value | null> {
  return field({
    parse: (raw) => (raw === '' ? fallback : inner.parse(raw)),
    write: (value) => (value === null ? 'null' : inner.write(value)),
    describe: (side) =>
      side === 'input' ? { anyOf: [inner.describe(side), { const: '' }] } : inner.describe(side),
    absent: () => fallback,
    takesAnyText: inner.takesAnyText,
  });
}
