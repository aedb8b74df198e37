import { checkFields, type Field, field } from './field.ts';
import { alsoAccepting } from './samples.ts';

/** A field that may also be null. Unlike with `optional`, it still has to be sent. */
export function nullable<Value>(inner: Field<Value>): Field<Value | null> {
  checkFields('nullable', [inner]);
  return field<Value | null>(
    {
      parse: (raw, fit) => (raw === null ? null : inner.parse(raw, fit)),
      write: (value) => (value === null ? 'null' : inner.write(value)),
      describe: (side, definitions) => ({ anyOf: [inner.describe(side, definitions), { type: 'null' }] }),
      samples: (like, open) => alsoAccepting(null, inner.samples(like, open)),
      label: inner.label,
      typeName: () => `nullable[${inner.typeName()}]`,
    },
    { writeValid: (value) => (value === null ? 'null' : inner.writeValid(value)) },
  );
}
