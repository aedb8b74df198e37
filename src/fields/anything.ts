import { Issue } from '../issues/issue.ts';
import { type Field, field } from './field.ts';

/** Any JSON value. An issue stands for the value that it is about, which is shown as it was written. */
export function anything(): Field<unknown> {
  return field<unknown>({
    parse: (raw) => raw,
    write: (value) => (value instanceof Issue ? writeInput(value) : JSON.stringify(value)),
    describe: () => ({}),
    takesAnyText: true,
  });
}

/** The offending value of an issue, digit for digit and escape for escape where the request is at hand. */
export function writeInput(issue: Issue): string {
  return issue.written ?? JSON.stringify(issue.input) ?? 'null';
}
