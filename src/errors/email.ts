import { emailDomainIssues } from './email-domain.ts';
import { fault, notText } from './email-fault.ts';
import { invalidAfterAt, invalidBeforeAt, tooMany, unsafe } from './email-words.ts';
import { count, hex, show } from './words.ts';

/** Issues of an e-mail address. Each names its fault, and the side of the @ with the fault. */
export function emailIssues() {
  return {
    email_type: notText(),
    email_empty: fault('it is empty', 'An email address must have an @-sign.'),
    email_too_long: fault(
      ({ excess }) => `it is ${count(excess, 'character')} too long`,
      (context) => `The email address is too long ${tooMany(context, 'character')}.`,
    ),
    email_too_long_bytes: fault(
      ({ excess }) => `it is ${count(excess, 'byte')} too long in UTF-8`,
      (context) => `The email address is too long ${tooMany(context, 'byte')}.`,
    ),
    email_too_long_normalized: fault(
      ({ excess }) => `it is ${count(excess, 'byte')} too long in normal form`,
      (context) => `The email address is too long after normalization ${tooMany(context, 'byte')}.`,
    ),
    email_too_long_encoded: fault(
      ({ excess }) => `it is ${count(excess, 'byte')} too long with its domain in ASCII`,
      (context) =>
        `The email address is too long when the part after the @-sign is converted to IDNA ASCII ${tooMany(context, 'byte')}.`,
    ),
    email_no_at: fault('there is no @', 'An email address must have an @-sign.'),
    email_no_at_lookalike: fault(
      ({ codePoint }) => `it has ${show(codePoint)} where a plain @ should be`,
      ({ codePoint = 0 }) =>
        `The email address has the ${lookalikes.get(codePoint)} character instead of a regular at-sign.`,
    ),
    email_second_at: fault('there is a second @', invalidAfterAt),
    email_angle_brackets: fault(
      'there are angle brackets around the address',
      'A display name and angle brackets around the email address are not permitted here.',
    ),
    email_quoted: fault(
      'there is a quotation mark before the @',
      'Quoting the part before the @-sign is not allowed here.',
    ),

    email_local_empty: fault('there is nothing before the @', 'There must be something before the @-sign.'),
    email_local_character: fault(
      ({ codePoint }) => `${show(codePoint)} is not allowed before the @`,
      invalidBeforeAt,
    ),
    email_local_combining: fault(
      ({ codePoint }) => `the part before the @ starts with a combining character, ${hex(codePoint)}`,
      unsafe,
    ),
    email_local_period_start: fault(
      'the part before the @ starts with a period',
      'An email address cannot start with a period.',
    ),
    email_local_period_end: fault(
      'the part before the @ ends with a period',
      'An email address cannot have a period immediately before the @-sign.',
    ),
    email_local_period_doubled: fault(
      'there are two periods in a row before the @',
      'An email address cannot have two periods in a row.',
    ),
    ...emailDomainIssues(),
  } as const;
}

/** The full-width and the small form of the @. */
const lookalikes: ReadonlyMap<number, string> = new Map([
  [0xff20, '"full-width" at-sign (@)'],
  [0xfe6b, '"small commercial at"'],
]);
