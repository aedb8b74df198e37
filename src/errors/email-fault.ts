import { trim } from '../text/scan.ts';
import type { Context, Row } from './words.ts';

/** The reason in our words, and in those of email-validator, which may need the address. */
type Ours = string | ((context: Context) => string);
type Theirs = string | ((context: Context, address: string) => string);

/** Makes the row for an invalid e-mail address. */
export function fault(ours: Ours, theirs: Theirs): Row {
  const theirReason = (context: Context, input: unknown) =>
    typeof theirs === 'string' ? theirs : theirs(context, trim(String(input)));
  return {
    publicType: 'value_error',
    reason: reasonOf(ours),
    pydanticMessage: (context, input) => `value is not a valid email address: ${theirReason(context, input)}`,
    pydanticContext: (context, input) => ({ reason: theirReason(context, input) }),
  };
}

/** Makes the row for a value that is not text, which pydantic checks before it looks for an address. */
export function notText(): Row {
  return {
    publicType: 'string_type',
    reason: reasonOf('it is not a string'),
    pydanticMessage: () => 'Input should be a valid string',
  };
}

function reasonOf(ours: Ours): Row['reason'] {
  if (typeof ours !== 'string') return (context) => invalid(ours(context));
  const reason = invalid(ours);
  return () => reason;
}

function invalid(what: string): string {
  return `must be a valid email address (${what})`;
}
