import { trim } from '../text/trim.ts';
import type { Context, Row } from './words.ts';

/** The reason in our words, then in those of email-validator, which may need to see the address. */
type Ours = string | ((context: Context) => string);
type Theirs = string | ((context: Context, address: string) => string);

/** A refusal of an e-mail address. */
export function fault(ours: Ours, theirs: Theirs): Row {
  const tell = (context: Context, input: unknown) =>
    typeof theirs === 'string' ? theirs : theirs(context, trim(String(input)));
  return {
    publicType: 'value_error',
    reason: reasonOf(ours),
    pydanticMessage: (context, input) => `value is not a valid email address: ${tell(context, input)}`,
    pydanticContext: (context, input) => ({ reason: tell(context, input) }),
  };
}

/** The row for what is no text at all, which pydantic finds before it looks for an address. */
export const notText: Row = {
  publicType: 'string_type',
  reason: reasonOf('it is not a string'),
  pydanticMessage: () => 'Input should be a valid string',
};

function reasonOf(ours: Ours): Row['reason'] {
  if (typeof ours !== 'string') return (context) => invalid(ours(context));
  const reason = invalid(ours);
  return () => reason;
}

function invalid(what: string): string {
  return `must be a valid email address (${what})`;
}
