import { latePattern } from '../text/memo.ts';
import { trim } from '../text/scan.ts';
import { repr } from '../text/strings.ts';
import { because, type Context, count, hex, type MessageRule, show, type Why } from './words.ts';

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

/** Issues of the part after the @. */
function emailDomainIssues() {
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

/** The reason in the words of email-validator, which may need the address. */
type Theirs = string | ((context: Context, address: string) => string);

/** Makes the messages for an invalid e-mail address. */
export function fault(ours: Why, theirs: Theirs): MessageRule {
  const theirReason = (context: Context, input: unknown) =>
    typeof theirs === 'string' ? theirs : theirs(context, trim(String(input)));
  return {
    publicType: 'value_error',
    reason: reasonOf(ours),
    pydanticMessage: (context, input) => `value is not a valid email address: ${theirReason(context, input)}`,
    pydanticContext: (context, input) => ({ reason: theirReason(context, input) }),
  };
}

/** Makes the messages for a value that is not text, which pydantic checks before it looks for an address. */
function notText(): MessageRule {
  return {
    publicType: 'string_type',
    reason: reasonOf('it is not a string'),
    pydanticMessage: () => 'Input should be a valid string',
  };
}

function reasonOf(ours: Why): MessageRule['reason'] {
  return because('must be a valid email address', ours);
}

/** The parts of the messages of Python's email-validator 2.3, which pydantic repeats. */

/** Writes an excess: `(2 bytes too many)`. */
function tooMany({ excess }: Context, unit: string): string {
  return `(${count(excess, unit)} too many)`;
}

/** Refuses invisible characters in any context. */
function unsafe({ codePoint }: Context): string {
  return `The email address contains unsafe characters: ${hex(codePoint)}.`;
}

/** Refuses characters before the @ that are not allowed in atoms. */
function invalidBeforeAt(context: Context, address: string): string {
  const { codePoint = 0 } = context;
  if (codePoint > LAST_ASCII) return unsafe(context);
  const local = address.slice(0, address.indexOf('@'));
  return `The email address contains invalid characters before the @-sign: ${charactersIn(NO_ATOM, local)}.`;
}

/** Refuses characters after the @ that are not allowed in names. */
function invalidAfterAt(context: Context, address: string): string {
  const { codePoint = 0 } = context;
  if (codePoint <= LAST_ASCII)
    return `The part after the @-sign contains invalid characters: ${charactersIn(NO_NAME, domainOf(address))}.`;
  if (isInvisible(context)) return unsafe(context);
  return label(`Codepoint ${hex(codePoint)} ${placeOf(codePoint, address, 'of')} not allowed`);
}

/** Refuses a character at its position. */
function misplaced({ codePoint = 0 }: Context, address: string): string {
  return label(`Codepoint ${hex(codePoint)} not allowed ${placeOf(codePoint, address, 'in')}`);
}

/** Refuses a name in the words of Python's idna. */
function label(reason: string): string {
  return `The part after the @-sign is invalid (${reason}).`;
}

/** The same for a name that was sent in ASCII. */
function encodedLabel(reason: string): string {
  return `The part after the @-sign is not valid IDNA (${reason}).`;
}

const LAST_ASCII = 0x7f;
/** ASCII that is not allowed in atoms, and in domain names. */
const NO_ATOM = /[\0- "(),:;<>@[-\]\x7f]/g;
const NO_NAME = /[\0-,/:-@[-`{-\x7f]/g;
const visible = latePattern(String.raw`[\p{L}\p{N}\p{P}\p{S} ]`);

function isInvisible({ codePoint = 0 }: Context): boolean {
  return !visible().test(String.fromCodePoint(codePoint));
}

/** Lists each of the characters once, sorted, as Python shows them. */
function charactersIn(pattern: RegExp, text: string): string {
  const shown = Array.from(text.matchAll(pattern), ([character]) => display(character));
  return [...new Set(shown)].sort().join(', ');
}

function display(character: string): string {
  if (character === ' ') return 'SPACE';
  if (!visible().test(character)) return hex(character.codePointAt(0));
  return character === "'" || character === '\\' ? `"${character}"` : `'${character}'`;
}

function domainOf(address: string): string {
  return address.slice(address.indexOf('@') + 1);
}

/** Describes the position of a character and the name that contains it. */
function placeOf(codePoint: number, address: string, preposition: string): string {
  const character = String.fromCodePoint(codePoint);
  const [name = ''] = domainOf(address)
    .split('.')
    .filter((each) => each.includes(character));
  return `at position ${[...name].indexOf(character) + 1} ${preposition} ${repr(name)}`;
}

/**
 * Top-level names that receive no mail from outside.
 *
 * @see https://www.iana.org/assignments/special-use-domain-names
 */
export const reservedNames: readonly string[] = ['arpa', 'invalid', 'local', 'localhost', 'onion', 'test'];
