import { describe, expect, it } from 'vitest';
import { Issues, pydanticContext, pydanticMessage } from '../../src/errors/issue.ts';
import { email } from '../../src/fields/email.ts';
import type { Field } from '../../src/fields/field.ts';
import { file } from '../../src/fields/file.ts';
import { float, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { hex, text } from '../../src/fields/text.ts';
import { url } from '../../src/fields/url.ts';
import { uuid } from '../../src/fields/uuid.ts';
import { UploadedFile } from '../../src/fields/values.ts';

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
    [`${'a'.repeat(243)}@example.com`, 'The email address is too long (1 character too many).'],
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
    ['http://a:99999', 'invalid port number'],
    ['http://a:x', 'invalid port number'],
    ['http://%00', 'invalid international domain name'],
  ]),
  ...told(url(), 'Input violated strict URL syntax rules, ', 'error', [
    ['http:a', 'expected //'],
    ['http://a\\b', 'backslash'],
    ['http://a/\tb', 'tabs or newlines are ignored in URLs'],
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

it('sentence describes an issue in a sentence', () => {
  const outcome = integer({ min: 1 }).parse(0);
  expect(outcome).toMatchObject({ all: [{ message: 'Must be at least 1' }] });
});
