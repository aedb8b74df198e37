import { type Field, field } from './field.ts';

/** A field that need not be sent: `fallback` stands for it. Where that is null, null may be sent as well. */
export function optional<Value, Fallback extends Value | null = null>(
  inner: Field<Value>,
  fallback: Fallback = null as Fallback,
): Field<Value | Fallback> {
  const nullable = fallback === null;
  const orNull = nullable ? [{ type: 'null' }] : [];
  return field<Value | Fallback>({
    parse: (raw) => (nullable && raw === null ? fallback : inner.parse(raw)),
    write: (value) => (value === null ? 'null' : inner.write(value)),
    describe(side) {
      const schema = nullable ? { anyOf: [inner.describe(side), ...orNull] } : inner.describe(side);
      return side === 'input' ? { ...schema, default: fallback } : schema;
    },
    absent: () => fallback,
  });
}

/** The same for a query parameter, where `name=` says as little as no parameter. */
export function unlessBlank<Value, Fallback extends Value | null = null>(
  inner: Field<Value>,
  fallback: Fallback = null as Fallback,
): Field<Value | Fallback> {
  const base = optional(inner, fallback);
  return field({
    ...base,
    parse: (raw) => (raw === '' ? fallback : base.parse(raw)),
    describe: (side) =>
      side === 'input' ? { anyOf: [base.describe(side), { const: '' }] } : base.describe(side),
  });
}
