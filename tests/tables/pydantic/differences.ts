import { moreDifferences } from './more-differences.ts';

export type Outcome = 'read' | 'refused';

/** A difference between fields and pydantic; docs/reference/pydantic.md shows this table. */
export interface Difference {
  /** The kinds of kinds.json, and the values. */
  readonly kinds: RegExp;
  readonly json: RegExp;
  /** The outcomes of pydantic and of our field, where the values alone do not identify the row. */
  readonly outcomes?: readonly [Outcome, Outcome];
  readonly field: string;
  readonly sent: string;
  readonly pydantic: string;
  readonly ours: string;
  /** True if it also holds with `values: 'fastapi'`. */
  readonly always?: true;
}

const NUMBERS = /integer|float|union with null|bounded kinds/;

export const differences: readonly Difference[] = [
  {
    kinds: NUMBERS,
    json: /^(?:true|false)$/,
    field: '`integer`, `float`',
    sent: '`true`, `false`',
    pydantic: '1 and 0',
    ours: 'rejected: a boolean is not a number',
  },
  {
    kinds: /^integer/,
    json: /^"?-?[0-9]{16,}(?:\.0+)?"?$/,
    field: '`integer`',
    sent: 'beyond ±9007199254740991',
    pydantic: 'read, of any length',
    ours: 'rejected as `int_parsing_size`: a double would round it',
  },
  {
    kinds: /^integer/,
    json: /^(?:-?1e-400|30\.00000000000000000001)$/,
    field: '`integer`',
    sent: 'a fraction too small for a double: `30.00000000000000000001`',
    pydantic: '30',
    ours: 'rejected as `int_from_float`',
  },
  {
    kinds: /^integer .*[0-9]/,
    json: /^-?1e[34]00$/,
    field: '`integer` with bounds',
    sent: '`1e300`, `1e400`',
    pydantic: 'rejected as `int_parsing_size`, `finite_number`',
    ours: 'rejected by the bound first',
  },
  {
    kinds: NUMBERS,
    json: /^".*[0-9]_[0-9].*"$/,
    field: '`integer`, `float`',
    sent: '`"1_000"`',
    pydantic: '1000',
    ours: 'rejected',
  },
  {
    kinds: NUMBERS,
    json: /^".*\\u(?:00a0|2003|0085).*"$/,
    field: '`integer`, `float`',
    sent: 'white space beyond ASCII around the digits',
    pydantic: 'ignored',
    ours: 'rejected',
  },
  {
    kinds: /float/,
    json: /^(?:"[+-]?(?:nan|inf|infinity)"|"?-?1e400"?|"9{400,}")$/i,
    field: '`float`',
    sent: '`"nan"`, `"inf"`, `1e400`',
    pydantic: 'read, and written as `null`',
    ours: 'rejected',
  },
  {
    kinds: /^float/,
    json: /^-0$/,
    field: '`float`',
    sent: '`-0`',
    pydantic: '0.0',
    ours: '-0.0, as `-0.0`',
    always: true,
  },
  {
    kinds: /^float/,
    json: /^"?(?:9{400,}|[0-9]{19}|1e19)"?$/,
    field: '`float`',
    sent: 'from 1e16',
    pydantic: 'written as `1e+19`',
    ours: 'written out up to 1e21',
  },
  {
    kinds: /^union of (?:integer and float|float and integer)$/,
    json: /^(?:1\.0|"1"|true)$/,
    field: '`union` of `integer` and `float`',
    sent: '`1.0`',
    pydantic: 'a float',
    ours: 'an integer, as `1`: JavaScript has one kind of number',
    always: true,
  },
  {
    kinds: /^text of/,
    json: /\\u|\\r/,
    field: '`text` with a pattern',
    sent: 'characters beyond ASCII that `\\d`, `\\w`, `\\s` or `.` might match',
    pydantic: 'matched as in Rust: `\\d` is a digit of any script',
    ours: 'matched as in JavaScript; `linear` of a string instead of an expression matches as in Rust',
  },
  {
    kinds: /^UUID$/,
    json: /^"[-{}0-9a-f:inru]*"$/,
    outcomes: ['refused', 'read'],
    field: '`uuid`',
    sent: 'hyphens, braces and `urn:` wherever `uuid.UUID` of Python takes them',
    pydantic: 'rejected',
    ours: 'read',
  },
  {
    kinds: /^e-mail$/,
    json: /<|^"\\u00a0/,
    outcomes: ['read', 'refused'],
    field: '`email`',
    sent: '`"Ada <ada@example.com>"`, white space beyond ASCII around the address',
    pydantic: 'the address alone',
    ours: 'rejected',
  },
  {
    kinds: /^e-mail$/,
    json: /a{2050}|<ada@>/,
    outcomes: ['refused', 'refused'],
    field: '`email`',
    sent: 'more than 2048 characters, or a name before an address that is wrong',
    pydantic: 'rejected for that, or for the address',
    ours: 'rejected for its length, or for the name',
  },
  {
    kinds: /^e-mail$/,
    json: /<|xn--a/,
    outcomes: ['refused', 'refused'],
    field: '`email`',
    sent: 'a mistake in a name before the address, or in an international domain',
    pydantic: 'the message of email-validator or idna',
    ours: 'the same error, with a shorter message',
    always: true,
  },
  {
    kinds: /^web address$|^any URL$/,
    json: /:/,
    outcomes: ['read', 'read'],
    field: '`url`, `uri`',
    sent: '`http://example.com`',
    pydantic: 'normalized: `http://example.com/`',
    ours: 'as it was sent',
  },
  {
    kinds: /^web address$|^any URL$/,
    json: /:/,
    outcomes: ['read', 'refused'],
    field: '`url`, `uri`',
    sent: 'white space, backslashes or missing slashes in a URL, hosts like `a_b.com`, `-a.com` or `a..b`',
    pydantic: 'corrected',
    ours: 'rejected',
  },
  {
    kinds: /^web address$/,
    json: /x{2100}/,
    outcomes: ['refused', 'read'],
    field: '`url`',
    sent: 'more than 2083 characters',
    pydantic: 'rejected as `url_too_long`',
    ours: 'read: the limit is that of the body',
  },
  {
    kinds: /^web address$|^any URL$/,
    json: /\\u00ad/,
    outcomes: ['refused', 'refused'],
    field: '`url`, `uri`',
    sent: 'a host of ignored characters only',
    pydantic: 'rejected as `empty host`',
    ours: 'rejected as `invalid international domain name`',
    always: true,
  },
  {
    kinds: /^web address$|^any URL$/,
    json: / |\\t|\\u0000/,
    outcomes: ['refused', 'refused'],
    field: '`url`, `uri`',
    sent: 'a space or a control character in a host',
    pydantic: 'rejected as `url_parsing`',
    ours: 'rejected as `url_syntax_violation`',
  },
  ...moreDifferences,
];
