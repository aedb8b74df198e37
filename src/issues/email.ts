import { reservedNames } from './reserved.ts';
import { type Context, count, hex, show, valueError } from './words.ts';

/** Refusals of an e-mail address: each names its fault, and on which side of the @ it lies. */
export const emailIssues = {
  email_type: fault('it is not a string'),
  email_empty: fault('it is empty'),
  email_too_long: fault(({ excess }) => `it is ${count(excess, 'character')} too long`),
  email_too_long_bytes: fault(({ excess }) => `it is ${count(excess, 'byte')} too long in UTF-8`),
  email_too_long_normalized: fault(({ excess }) => `it is ${count(excess, 'byte')} too long in normal form`),
  email_too_long_encoded: fault(
    ({ excess }) => `it is ${count(excess, 'byte')} too long with its domain in ASCII`,
  ),
  email_no_at: fault('there is no @'),
  email_no_at_lookalike: fault(({ codePoint }) => `it has ${show(codePoint)} where a plain @ should be`),
  email_second_at: fault('there is a second @'),
  email_angle_brackets: fault('there are angle brackets around the address'),
  email_quoted: fault('there is a quotation mark before the @'),

  email_local_empty: fault('there is nothing before the @'),
  email_local_character: fault(({ codePoint }) => `${show(codePoint)} is not allowed before the @`),
  email_local_combining: fault(
    ({ codePoint }) => `the part before the @ starts with a combining character, ${hex(codePoint)}`,
  ),
  email_local_period_start: fault('the part before the @ starts with a period'),
  email_local_period_end: fault('the part before the @ ends with a period'),
  email_local_period_doubled: fault('there are two periods in a row before the @'),

  email_domain_empty: fault('there is nothing after the @'),
  email_domain_brackets: fault('the part after the @ is in brackets'),
  email_domain_character: fault(({ codePoint }) => `${show(codePoint)} is not allowed after the @`),
  email_domain_combining: fault(
    ({ codePoint }) => `the part after the @ starts with a combining character, ${hex(codePoint)}`,
  ),
  email_domain_period_start: fault('the part after the @ starts with a period'),
  email_domain_period_end: fault('the part after the @ ends with a period'),
  email_domain_period_doubled: fault('there are two periods in a row after the @'),
  email_domain_hyphen_start: fault('the part after the @ starts with a hyphen'),
  email_domain_hyphen_end: fault('the part after the @ ends with a hyphen'),
  email_domain_hyphen_period: fault('there is a hyphen next to a period after the @'),
  email_domain_no_period: fault('there is no period after the @'),
  email_domain_too_long: fault(
    ({ excess }) => `the part after the @ is ${count(excess, 'character')} too long in ASCII`,
  ),
  email_domain_last: fault('the part after the @ does not end with a letter'),
  email_domain_reserved: fault(
    ({ name = 0 }) => `the part after the @ ends in ".${reservedNames[name]}", which is reserved`,
  ),

  email_label_too_long: fault(({ excess }) => `a name after the @ is ${count(excess, 'character')} too long`),
  email_label_too_long_encoded: fault(
    ({ excess }) => `a name after the @ is ${count(excess, 'character')} too long when written in ASCII`,
  ),
  email_label_hyphens: fault('a name after the @ has hyphens as its third and fourth characters'),
  email_label_hyphen_edge: fault('a name after the @ starts or ends with a hyphen once decoded'),
  email_label_punycode: fault('a name after the @ starts with xn-- and is not Punycode'),
  email_label_normal_form: fault('a name after the @ is not in normal form once decoded'),
  email_label_combining: fault(
    ({ codePoint }) => `a name after the @ starts with a combining character, ${hex(codePoint)}`,
  ),
  email_label_context: fault(
    ({ codePoint = 0 }) => `${show(codePoint)} after the @ is allowed only ${places.get(codePoint)}`,
  ),
  email_label_digits: fault('a name after the @ mixes digits of two scripts'),
  email_label_direction: fault('a name after the @ mixes left-to-right and right-to-left characters'),
  email_label_direction_start: fault(
    ({ codePoint }) => `a right-to-left name after the @ must start with a letter, not ${show(codePoint)}`,
  ),
  email_label_direction_end: fault(
    ({ codePoint }) =>
      `a right-to-left name after the @ must end with a letter or digit, not ${show(codePoint)}`,
  ),
} as const;

/** Where the characters may stand that are not allowed everywhere: RFC 5892, appendix A. */
const places: ReadonlyMap<number, string> = new Map([
  [0xb7, 'between two "l"'],
  [0x375, 'before a Greek letter'],
  [0x5f3, 'after a Hebrew letter'],
  [0x5f4, 'after a Hebrew letter'],
  [0x30fb, 'in a name with Japanese letters'],
]);

function fault(say: string | ((numbers: Context) => string)) {
  if (typeof say !== 'string') return valueError((numbers) => invalid(say(numbers)));
  const reason = invalid(say);
  return valueError(() => reason);
}

function invalid(what: string): string {
  return `must be a valid email address (${what})`;
}
