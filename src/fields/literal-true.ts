import { wrong } from '../issues/issue.ts';
import { type Field, field } from './field.ts';

/** `true`, and nothing else. */
export function literalTrue(): Field<true> {
  return field<true>({
    parse: (raw) => (raw === true ? raw : wrong('literal_error', raw)),
    write: () => 'true',
    describe: () => ({ const: true }),
  });
}
