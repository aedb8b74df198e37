import { describe, expect, it } from 'vitest';
import { Issues, pydanticContext, pydanticMessage } from '../../src/errors/issue.ts';
import { boolean, enumeration } from '../../src/fields/choice.ts';
import { duration } from '../../src/fields/duration.ts';
import { email } from '../../src/fields/email.ts';
import type { Field } from '../../src/fields/field.ts';
import { file } from '../../src/fields/file.ts';
import { hex } from '../../src/fields/notation.ts';
import { float, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { nullable } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { date, dateTime, time } from '../../src/fields/time.ts';
import { url } from '../../src/fields/url.ts';
import { uuid } from '../../src/fields/uuid.ts';
import { UploadedFile } from '../../src/fields/values.ts';

const LOOKALIKE = 'character instead of a regular at-sign.';
const SAMPLE = '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d';

/** Messages and contexts of issues, as in pydantic. */

type Row = readonly [field: Field<unknown>, input: unknown, message: string, context?: object];

const rows: readonly Row[] = [
  [object({ a: text() }), {}, 'Field required'],
  [object({}), [], 'Input should be a valid dictionary or object to extract fields from'],
  [text(), 1, 'Input should be a valid string'],
  [integer(), 'x', 'Input should be a valid integer, unable to parse string as an integer'],
  [integer(), 1.5, 'Input should be a valid integer, got a number with a fractional part'],
  [integer({ min: 0 }), -1, 'Input should be greater than or equal to 0', { ge: 0 }],
  [float({ max: 1e21 }), 1e22, `Input should be less than or equal to 1${'0'.repeat(21)}`, { le: 1e21 }],
  [float({ min: -0.25 }), -1, 'Input should be greater than or equal to -0.25', { ge: -0.25 }],
  [float({ min: 1e-7 }), 0, 'Input should be greater than or equal to 0.0000001', { ge: 1e-7 }],
  [hex(), 'x', 'Value error, must be hexadecimal digits only', { error: {} }],
  [file(), 'x', "Value error, Expected UploadFile, received: <class 'str'>", { error: {} }],
  [file({ maxBytes: 0 }), fileOf(1), 'Data should have at most 0 bytes', { max_length: 0 }],
  [file({ maxBytes: 1 }), fileOf(2), 'Data should have at most 1 byte', { max_length: 1 }],
  [email(), 5, 'Input should be a valid string'],
  ...told(email(), 'value is not a valid email address: ', 'reason', [
    ['ada', 'An email address must have an @-sign.'],
    ['(ada)@example.com', "The email address contains invalid characters before the @-sign: '(', ')'."],
    ['ada lovelace@example.com', 'The email address contains invalid characters before the @-sign: SPACE.'],
    ['a@b@c.com', "The part after the @-sign contains invalid characters: '@'."],
    ['a@b', 'The part after the @-sign is not valid. It should have a period.'],
    [
      'a@exam💌ple.com',
      "The part after the @-sign is invalid (Codepoint U+1F48C at position 5 of 'exam💌ple' not allowed).",
    ],
    [
      'a@a·b.com',
      "The part after the @-sign is invalid (Codepoint U+00B7 not allowed at position 2 in 'a·b').",
    ],
    [
      'a@ab.exam💌ple.com',
      "The part after the @-sign is invalid (Codepoint U+1F48C at position 5 of 'exam💌ple' not allowed).",
    ],
    ['a@xn--0.com', 'The part after the @-sign is not valid IDNA (Invalid A-label).'],
    [`${'a'.repeat(243)}@example.com`, 'The email address is too long (1 character too many).'],
    [`${'é'.repeat(122)}@example.com`, 'The email address is too long (2 bytes too many).'],
    [
      `${'\ufb2c'.repeat(41)}@example.com`,
      'The email address is too long after normalization (4 bytes too many).',
    ],
    [
      `${'é'.repeat(100)}@${'é.'.repeat(14)}com`,
      'The email address is too long when the part after the @-sign is converted to IDNA ASCII (62 bytes too many).',
    ],
    ['ada＠example.com', `The email address has the "full-width" at-sign (@) ${LOOKALIKE}`],
    ['ada﹫example.com', `The email address has the "small commercial at" ${LOOKALIKE}`],
    [
      'Ada <a@example.com>',
      'A display name and angle brackets around the email address are not permitted here.',
    ],
    ['"ada"@example.com', 'Quoting the part before the @-sign is not allowed here.'],
    ['@example.com', 'There must be something before the @-sign.'],
    ["a\\'da@example.com", `The email address contains invalid characters before the @-sign: "\\".`],
    ['ada\u0007@example.com', 'The email address contains invalid characters before the @-sign: U+0007.'],
    ['ada\u200b@example.com', 'The email address contains unsafe characters: U+200B.'],
    ['\u0301@example.com', 'The email address contains unsafe characters: U+0301.'],
    ['.ada@example.com', 'An email address cannot start with a period.'],
    ['ada.@example.com', 'An email address cannot have a period immediately before the @-sign.'],
    ['ada..b@example.com', 'An email address cannot have two periods in a row.'],
    ['ada@', 'There must be something after the @-sign.'],
    ['ada@[127.0.0.1]', 'A bracketed IP address after the @-sign is not allowed here.'],
    ["ada@ex'a_mple.com", `The part after the @-sign contains invalid characters: "'", '_'.`],
    ['ada@b\ue000.com', 'The email address contains unsafe characters: U+E000.'],
    ['ada@\u0301b.com', 'The email address contains unsafe characters: U+0301.'],
    ['ada@.com', 'An email address cannot have a period immediately after the @-sign.'],
    ['ada@example.com.', 'An email address cannot end with a period.'],
    ['ada@example..com', 'An email address cannot have two periods in a row.'],
    ['ada@-example.com', 'An email address cannot have a hyphen immediately after the @-sign.'],
    ['ada@example.com-', 'An email address cannot end with a hyphen.'],
    ['ada@example-.com', 'An email address cannot have a period and a hyphen next to each other.'],
    [
      `ada@${'é.'.repeat(35)}com`,
      'The email address is too long after the @-sign (30 bytes too many after IDNA encoding).',
    ],
    ['ada@127.0.0.1', 'The part after the @-sign is not valid. It is not within a valid top-level domain.'],
    ...['arpa', 'invalid', 'Local', 'localhost', 'onion', 'test'].map((name): [string, string] => [
      `ada@mail.${name}`,
      'The part after the @-sign is a special-use or reserved name that cannot be used with email.',
    ]),
    [
      `ada@${'a'.repeat(64)}.com`,
      'After the @-sign, periods cannot be separated by so many characters (1 character too many).',
    ],
    [`ada@é${'a'.repeat(64)}.com`, 'The part after the @-sign is invalid (Label too long).'],
    [
      'ada@ex--ample.com',
      'An email address cannot have two letters followed by two dashes immediately after the @-sign or after a period, except Punycode.',
    ],
    [
      'ada@xn----eha.com',
      'The part after the @-sign is not valid IDNA (Label must not start or end with a hyphen).',
    ],
    [
      'ada@xn--e-xbb.com',
      'The part after the @-sign is not valid IDNA (Label must be in Normalization Form C).',
    ],
    [
      'ada@example.\u0301com',
      'The part after the @-sign is invalid (Label begins with an illegal combining character).',
    ],
    [
      'ada@\u06271\u0661.com',
      'The part after the @-sign is invalid (Can not mix numeral types in a right-to-left label).',
    ],
    ['ada@a\u05d0.com', 'The part after the @-sign is invalid (Invalid direction for codepoint).'],
    [
      'ada@1\u05d0.com',
      'The part after the @-sign is invalid (First codepoint in label must be directionality L, R or AL).',
    ],
    [
      'ada@\u05d0\u02b9.com',
      'The part after the @-sign is invalid (Label ends with illegal codepoint directionality).',
    ],
  ]),
  ...told(email({ values: 'fastapi' }), 'value is not a valid email address: ', 'reason', [
    ['a'.repeat(300), 'An email address must have an @-sign.'],
    [`${'a'.repeat(300)}@b`, 'The part after the @-sign is not valid. It should have a period.'],
    [`${'a'.repeat(243)}@example.com`, 'The email address is too long (1 character too many).'],
    ['a'.repeat(2049), 'Length must not exceed 2048 characters'],
  ]),
  [url(), 5, 'URL input should be a string or URL'],
  [url(), 'ftp://a.b', "URL scheme should be 'http' or 'https'", { expected_schemes: "'http' or 'https'" }],
  ...told(url(), 'Input should be a valid URL, ', 'error', [
    ['', 'input is empty'],
    ['a.b', 'relative URL without a base'],
    ['http://', 'empty host'],
    ['http://[::g]', 'invalid IPv6 address'],
    ['http://1.2.3.256', 'invalid IPv4 address'],
    ['http://99999999999', 'invalid IPv4 address'],
    ['http://a.256.', 'invalid IPv4 address'],
    ['http://a.256:65535', 'invalid IPv4 address'],
    ['http://a:99999', 'invalid port number'],
    ['http://a:x', 'invalid port number'],
    ['http://%00', 'invalid international domain name'],
    ['http://1.%00', 'invalid international domain name'],
  ]),
  ...told(url(), 'Input violated strict URL syntax rules, ', 'error', [
    ['http:a', 'expected //'],
    ['http://a\\b', 'backslash'],
    ['http://a/\tb', 'tabs or newlines are ignored in URLs'],
    ['http://a/\nb', 'tabs or newlines are ignored in URLs'],
    ['http://a/\rb', 'tabs or newlines are ignored in URLs'],
    ['http://a/\0', 'non-URL code point'],
  ]),
  [uuid(), 5, 'UUID input should be a string, bytes or UUID object'],
  ...told(uuid(), 'Input should be a valid UUID, ', 'error', [
    ['', 'invalid length: expected length 32 for simple format, found 0'],
    ['x', 'invalid character: found `x` at 1'],
    ['1', 'invalid length: expected length 32 for simple format, found 1'],
    ['1234-', 'invalid group count: expected 5, found 2'],
    ['a-b-c-d-e', 'invalid group length in group 0: expected 8, found 1'],
    [`${SAMPLE}0`, 'invalid group length in group 4: expected 12, found 13'],
    [`{${SAMPLE}0}`, 'invalid group length in group 4: expected 12, found 15'],
    ['{}', 'invalid group count: expected 5, found 1'],
    ['urn:uuid:x', 'invalid character: found `x` at 10'],
    [`urn:uuid:${'x'.repeat(36)}`, 'invalid character: found `x` at 10'],
    ['aé1x', 'invalid character: found `é` at 2'],
    ['{ax}', 'invalid character: found `x` at 3'],
    ['{a', 'invalid character: found `{` at 1'],
    [`{${SAMPLE}}-`, 'invalid character: found `{` at 1'],
    ['a}', 'invalid character: found `}` at 2'],
  ]),
];

function fileOf(size: number): UploadedFile {
  return new UploadedFile('a.txt', 'text/plain', new Uint8Array(size));
}

/** Rows of one field with the same start of the message, and the rest in the context. */
function told(field: Field<unknown>, start: string, name: string, cases: readonly [string, string][]): Row[] {
  return cases.map(([input, rest]) => [field, input, start + rest, { [name]: rest }]);
}

describe('pydanticMessage', () => {
  it.each(rows.map(([field, input, message, context]) => ({ field, input, message, context })))(
    'says $message',
    ({ field, input, message, context }) => {
      const outcome = field.parse(input);
      const issues = outcome instanceof Issues ? outcome.all : [];
      expect(issues.map(pydanticMessage)).toEqual([message]);
      expect(issues.map(pydanticContext)).toEqual([context]);
    },
  );
});

const asFastapi = { values: 'fastapi' } as const;

it.each<[field: Field<unknown>, input: unknown, sentence: string]>([
  [boolean(), 'x', 'Must be true or false'],
  [text(), 1, 'Must be a string'],
  [integer({ min: 1, max: 3 }), 4, 'Must be between 1 and 3'],
  [float({ exclusiveMin: 0 }), 0, 'Must be greater than 0'],
  [float({ exclusiveMin: 0, max: 3 }), 0, 'Must be greater than 0 and at most 3'],
  [float({ min: 0, exclusiveMax: 3 }), 3, 'Must be at least 0 and less than 3'],
  [float({ exclusiveMax: 3 }), 3, 'Must be less than 3'],
  [float({ min: 0, max: 5, exclusiveMax: 3 }), 9, 'Must be at least 0 and at most 5 and less than 3'],
  [text({ minLength: 2, maxLength: 2 }), 'a', 'Must have exactly 2 characters'],
  [text({ minLength: 1, maxLength: 2 }), '', 'Must have between 1 and 2 characters'],
  [text({ minLength: 1 }), '', 'Must have at least 1 character'],
  [text({ maxLength: 1 }), 'ab', 'Must have at most 1 character'],
  [date(), '2026-1x-01', 'Must be a valid date (the month is not two digits)'],
  [date(), '2026x01-01', 'Must be a valid date (a hyphen is missing)'],
  [date(), '2026-13-01', 'Must be a valid date (the month is not between 1 and 12)'],
  [date(), '20x6-02-30', 'Must be a valid date (the year is not four digits)'],
  [date(), '2026-02-3x', 'Must be a valid date (the day is not two digits)'],
  [date(), '0000-02-03', 'Must be a valid date (there is no year 0)'],
  [date(), '2026-02-03x', 'Must be a valid date (a T between date and time is missing)'],
  [time(), '1x:00:00', 'Must be a valid time (the hour is not two digits)'],
  [time(), '10:00:00x', 'Must be a valid time (what follows the time is not an offset)'],
  [time(), '10:00:00+x1:00', 'Must be a valid time (the hours of the offset are not two digits)'],
  [time(), '10:00:00+01:x0', 'Must be a valid time (the minutes of the offset are not two digits)'],
  [time(), '10:00:00+01:60', 'Must be a valid time (the minutes of the offset are not between 0 and 59)'],
  [time(), '10:00:00+24:00', 'Must be a valid time (the offset is not less than 24 hours)'],
  [time(), '10:0x:00', 'Must be a valid time (the minute is not two digits)'],
  [time(), '10:60:00', 'Must be a valid time (the minute is not between 0 and 59)'],
  [time(), '10:00:0x', 'Must be a valid time (the second is not two digits)'],
  [time(), '10:00:60', 'Must be a valid time (the second is not between 0 and 59)'],
  [time(), '10:00:00.', 'Must be a valid time (no digit follows the decimal point)'],
  [time(), '10x00:00', 'Must be a valid time (a colon is missing)'],
  [dateTime(), '2026-01-01x10:00:00', 'Must be a valid date and time (a T between date and time is missing)'],
  [date(), '2026-02-30', 'Must be a valid date (the month has no such day)'],
  [date(), '', 'Must be a valid date (it is too short)'],
  [date(), 20260222, 'Must be a date in a string'],
  [date(asFastapi), 1e20, 'Must be a valid date (it is after the year 9999)'],
  [date(asFastapi), -1e20, 'Must be a valid date (it is before the year 0)'],
  [date(asFastapi), '2026-01-01T10:00:00', 'Must be a date without a time of day'],
  [time(), '25:00:00', 'Must be a valid time (the hour is not between 0 and 23)'],
  [time(), '10:00:00.1234567', 'Must be a valid time (it is more precise than a microsecond)'],
  [time(), '10:00:00Zx', 'Must be a valid time (something follows it)'],
  [time(asFastapi), -1, 'Must be a valid time (it is less than 0 seconds)'],
  [time(asFastapi), 86_400, 'Must be a valid time (it is more than 86,399 seconds)'],
  [dateTime(), '2026-01-01T', 'Must be a valid date and time (it is too short)'],
  [dateTime(), 5, 'Must be a date and time in a string'],
  [duration(), '1', 'Must be a valid duration (the number of days is not followed by "days")'],
  [duration(), 'P1H', 'Must be a valid duration (a unit is missing, which is Y, M, W or D)'],
  [duration(), '1 day, 25:00:00', 'Must be a valid duration (there are too many hours)'],
  [duration(), '99999999999 days', 'Must be a valid duration (a number in it is too large)'],
  [duration(asFastapi), 1e20, 'Must be a valid duration (it is more than 999,999,999 days)'],
  [duration(), [], 'Must be a duration'],
  [duration(), 'x', 'Must be a valid duration (a digit is missing)'],
  [duration(), 'PT1X', 'Must be a valid duration (a unit is missing, which is H, M or S after the T)'],
  [duration(), 'PT', 'Must be a valid duration (it is too short)'],
  [duration(), 'P1DTT1H', 'Must be a valid duration (there is a second T)'],
  [duration(), 'PT1.5H1M', 'Must be a valid duration (only its last number may have a fraction)'],
  [duration(), 'PxD', 'Must be a valid duration (a digit is missing)'],
  [duration(), 'P9999999999D', 'Must be a valid duration (a number in it is too large)'],
  [enumeration(['a', 'b']), 'c', 'Must be "a" or "b"'],
  [object({}), 1, 'Must be an object'],
  [nullable(integer()), 'x', 'Must be an integer'],
  [integer(), 1e300, 'Must be an integer between -9007199254740991 and 9007199254740991'],
])('%# says in our words what is wrong with %j: %s', (field, input, sentence) => {
  expect(field.parse(input)).toMatchObject({ all: [{ message: sentence }] });
});
