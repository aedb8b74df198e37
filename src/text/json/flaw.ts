import { codePoints } from '../strings.ts';

/** Everything that can be wrong with a text that should be JSON: a closed table of types, in words that follow a position. */
export const flawTable = {
  value: 'expected a value',
  word: 'expected a value; true, false and null are the only words',
  numberStart: 'expected a value; a number starts with a digit or a minus sign',
  singleQuote: 'expected double quotes instead of single ones',
  comment: 'expected no comment; JSON has none',
  digit: 'expected a digit',
  digits: 'expected fewer digits',
  leadingZero: 'expected no digit after a leading zero',
  firstKey: 'expected a key in double quotes or }',
  key: 'expected a key in double quotes',
  colon: 'expected a colon after a key',
  memberEnd: 'expected a comma or } after a value',
  elementEnd: 'expected a comma or ] after a value',
  trailingComma: 'expected no closing bracket after a comma',
  depth: 'expected no deeper nesting',
  members: 'expected no more than 100,000 members of an object',
  textEnd: 'expected nothing more after the value',
  quote: 'expected a closing quotation mark',
  control: 'expected an escape such as \\n instead of a control character',
  escape: 'expected one of " \\ / b f n r t u after a backslash',
  hexDigit: 'expected four hexadecimal digits after \\u',
} as const satisfies Record<string, string>;

export type FlawType = keyof typeof flawTable;

/** A single flaw and its position. */
export class Flaw {
  readonly type: FlawType;
  /** The position in UTF-16 units. */
  readonly offset: number;
  /** The line, counted from 1; a line ends with a line feed. */
  readonly line: number;
  /** The position at which that line starts. */
  readonly lineStart: number;
  /** The position at which the string or number starts in which it is. */
  readonly start: number;

  constructor(type: FlawType, offset: number, line: number, lineStart: number, start = offset) {
    this.type = type;
    this.offset = offset;
    this.line = line;
    this.lineStart = lineStart;
    this.start = start;
  }
}

/** Describes a flaw of a text in a sentence: `Malformed JSON at line 2, column 7: expected a colon after a key`. */
export function describeFlaw(json: string, { type, offset, line, lineStart }: Flaw): string {
  const column = codePoints(json.slice(lineStart, offset)) + 1;
  const end = offset === json.length ? ', but the text ends there' : '';
  return `Malformed JSON at line ${line}, column ${column}: ${flawTable[type]}${end}`;
}
