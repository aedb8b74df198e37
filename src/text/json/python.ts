import { codePoints } from '../strings.ts';
import type { Steps } from '../turns.ts';
import { Flaw, type FlawType } from './flaw.ts';
import { type JsonDialect, readJsonInSteps } from './reader.ts';

/** The first flaw of a text by Python's rules for JSON, with Python's message and the position in code points. */
export class PythonFlaw {
  readonly error: string;
  readonly position: number;

  constructor(error: string, position: number) {
    this.error = error;
    this.position = position;
  }
}

/** What Python has in common with JSON, with its limit for whole numbers. */
export const pythonLimits: JsonDialect = { mostDigits: 4300 };

const python: JsonDialect = { ...pythonLimits, isPython: true };

/** Tells whether Python has no message for a flaw, since something else went wrong. */
export function isUntold({ type }: Flaw): boolean {
  return type === 'depth' || type === 'digits';
}

/**
 * Reads a JSON text as Python's `json` does, which accepts `NaN` and infinities, and has its own messages for everything else: for
 * texts in which `readJson` finds a flaw. A text beyond the limits has one without such a message.
 */
export function* readPythonJson(json: string, depth: number): Steps<unknown> {
  const value = yield* readJsonInSteps(json, depth, undefined, python);
  if (!(value instanceof Flaw) || isUntold(value)) return value;
  const [error, at] = told(json, value);
  return new PythonFlaw(error, codePoints(json.slice(0, at)));
}

/** Returns the message of a flaw, and where Python finds it. */
function told(json: string, { type, offset, start }: Flaw): readonly [error: string, at: number] {
  if (type === 'trailingComma') {
    const container = json.charAt(offset) === '}' ? 'object' : 'array';
    return [`Illegal trailing comma before end of ${container}`, json.lastIndexOf(',', offset)];
  }
  if (type === 'quote' || (type === 'escape' && offset === json.length))
    return ['Unterminated string starting at', start];
  if (type === 'escape') return ['Invalid \\escape', offset - 1];
  if (type === 'hexDigit') return ['Invalid \\uXXXX escape', json.lastIndexOf('u', offset - 1)];
  if (type === 'digit') return [EXPECTING_VALUE, start];
  return [errors[type] ?? EXPECTING_VALUE, offset];
}

const EXPECTING_VALUE = 'Expecting value';
const EXPECTING_KEY = 'Expecting property name enclosed in double quotes';
const EXPECTING_COMMA = "Expecting ',' delimiter";

const errors: { readonly [Type in FlawType]?: string } = {
  firstKey: EXPECTING_KEY,
  key: EXPECTING_KEY,
  colon: "Expecting ':' delimiter",
  memberEnd: EXPECTING_COMMA,
  elementEnd: EXPECTING_COMMA,
  members: 'Expecting no more than 100,000 members',
  textEnd: 'Extra data',
  control: 'Invalid control character at',
};
