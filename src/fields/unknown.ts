import { Issue } from '../issues/issue.ts';
import { quote } from '../text/quote.ts';
import { type Field, field } from './field.ts';
import { NEAR } from './fit.ts';

/** Any JSON value. An issue stands for the value that it is about, which is shown as it was written. */
export function unknown(): Field<unknown> {
  return field<unknown>({
    parse(raw, fit) {
      fit?.lower(NEAR);
      return raw;
    },
    write: (value) => (value instanceof Issue ? writeInput(value) : (stringify(value) ?? 'null')),
    describe: () => ({}),
    takesAnyText: true,
  });
}

/** The offending value of an issue, digit for digit and escape for escape where the request is at hand. */
export function writeInput(issue: Issue): string {
  return issue.written ?? stringify(issue.input) ?? 'null';
}

function stringify(value: unknown): string | undefined {
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}
