/** What can be wrong with a text that should be JSON: a closed table of types, in words that follow a position. */
export const flawTable = {
  value: 'expected a value',
  word: 'expected a value; true, false and null are the only words',
  numberStart: 'expected a value; a number starts with a digit or a minus sign',
  singleQuote: 'expected double quotes instead of single ones',
  comment: 'expected no comment; JSON has none',
  digit: 'expected a digit',
  leadingZero: 'expected no digit after a leading zero',
  firstKey: 'expected a key in double quotes or }',
  key: 'expected a key in double quotes',
  colon: 'expected a colon after a key',
  memberEnd: 'expected a comma or } after a value',
  elementEnd: 'expected a comma or ] after a value',
  trailingComma: 'expected no closing bracket after a comma',
  textEnd: 'expected nothing more after the value',
  quote: 'expected a closing quotation mark',
  control: 'expected an escape such as \\n instead of a control character',
  escape: 'expected one of " \\ / b f n r t u after a backslash',
  hexDigit: 'expected four hexadecimal digits after \\u',
} as const satisfies Record<string, string>;

export type FlawType = keyof typeof flawTable;

/** One thing wrong at one offset, in UTF-16 units. */
export interface Flaw {
  readonly type: FlawType;
  readonly offset: number;
}
