import { fault } from './email-fault.ts';
import { encodedLabel, invalidAfterAt, label, misplaced, tooMany, unsafe } from './email-words.ts';
import { reservedNames } from './reserved.ts';
import { count, hex, show } from './words.ts';

/** Issues of the part after the @. */
export function emailDomainIssues() {
  return {
    email_domain_empty: fault('there is nothing after the @', 'There must be something after the @-sign.'),
    email_domain_brackets: fault(
      'the part after the @ is in brackets',
      'A bracketed IP address after the @-sign is not allowed here.',
    ),
    email_domain_character: fault(
      ({ codePoint }) => `${show(codePoint)} is not allowed after the @`,
      invalidAfterAt,
    ),
    email_domain_combining: fault(
      ({ codePoint }) => `the part after the @ starts with a combining character, ${hex(codePoint)}`,
      unsafe,
    ),
    email_domain_period_start: fault(
      'the part after the @ starts with a period',
      'An email address cannot have a period immediately after the @-sign.',
    ),
    email_domain_period_end: fault(
      'the part after the @ ends with a period',
      'An email address cannot end with a period.',
    ),
    email_domain_period_doubled: fault(
      'there are two periods in a row after the @',
      'An email address cannot have two periods in a row.',
    ),
    email_domain_hyphen_start: fault(
      'the part after the @ starts with a hyphen',
      'An email address cannot have a hyphen immediately after the @-sign.',
    ),
    email_domain_hyphen_end: fault(
      'the part after the @ ends with a hyphen',
      'An email address cannot end with a hyphen.',
    ),
    email_domain_hyphen_period: fault(
      'there is a hyphen next to a period after the @',
      'An email address cannot have a period and a hyphen next to each other.',
    ),
    email_domain_no_period: fault(
      'there is no period after the @',
      'The part after the @-sign is not valid. It should have a period.',
    ),
    email_domain_too_long: fault(
      ({ excess }) => `the part after the @ is ${count(excess, 'character')} too long in ASCII`,
      ({ excess }) =>
        `The email address is too long after the @-sign (${count(excess, 'byte')} too many after IDNA encoding).`,
    ),
    email_domain_last: fault(
      'the part after the @ does not end with a letter',
      'The part after the @-sign is not valid. It is not within a valid top-level domain.',
    ),
    email_domain_reserved: fault(
      ({ name = 0 }) => `the part after the @ ends in ".${reservedNames[name]}", which is reserved`,
      'The part after the @-sign is a special-use or reserved name that cannot be used with email.',
    ),

    email_label_too_long: fault(
      ({ excess }) => `a name after the @ is ${count(excess, 'character')} too long`,
      (context) =>
        `After the @-sign, periods cannot be separated by so many characters ${tooMany(context, 'character')}.`,
    ),
    email_label_too_long_encoded: fault(
      ({ excess }) => `a name after the @ is ${count(excess, 'character')} too long when written in ASCII`,
      label('Label too long'),
    ),
    email_label_hyphens: fault(
      'a name after the @ has hyphens as its third and fourth characters',
      'An email address cannot have two letters followed by two dashes immediately after the @-sign or after a period, except Punycode.',
    ),
    email_label_hyphen_edge: fault(
      'a name after the @ starts or ends with a hyphen once decoded',
      encodedLabel('Label must not start or end with a hyphen'),
    ),
    email_label_punycode: fault(
      'a name after the @ starts with xn-- and is not Punycode',
      encodedLabel('Invalid A-label'),
    ),
    email_label_normal_form: fault(
      'a name after the @ is not in normal form once decoded',
      encodedLabel('Label must be in Normalization Form C'),
    ),
    email_label_combining: fault(
      ({ codePoint }) => `a name after the @ starts with a combining character, ${hex(codePoint)}`,
      label('Label begins with an illegal combining character'),
    ),
    email_label_context: fault(
      ({ codePoint = 0 }) => `${show(codePoint)} after the @ is allowed only ${places.get(codePoint)}`,
      misplaced,
    ),
    email_label_digits: fault(
      'a name after the @ mixes digits of two scripts',
      label('Can not mix numeral types in a right-to-left label'),
    ),
    email_label_direction: fault(
      'a name after the @ mixes left-to-right and right-to-left characters',
      label('Invalid direction for codepoint'),
    ),
    email_label_direction_start: fault(
      ({ codePoint }) => `a right-to-left name after the @ must start with a letter, not ${show(codePoint)}`,
      label('First codepoint in label must be directionality L, R or AL'),
    ),
    email_label_direction_end: fault(
      ({ codePoint }) =>
        `a right-to-left name after the @ must end with a letter or digit, not ${show(codePoint)}`,
      label('Label ends with illegal codepoint directionality'),
    ),
  } as const;
}

/** The contexts in which these characters are allowed: RFC 5892, appendix A. */
const places: ReadonlyMap<number, string> = new Map([
  [0xb7, 'between two "l"'],
  [0x375, 'before a Greek letter'],
  [0x5f3, 'after a Hebrew letter'],
  [0x5f4, 'after a Hebrew letter'],
  [0x30fb, 'in a name with Japanese letters'],
]);
