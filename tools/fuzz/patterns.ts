import { createContext, Script } from 'node:vm';
import { linear } from '../../src/fields/pattern.ts';
import type { Random } from './random.ts';
import type { Outcome, Target } from './target.ts';

/** Patterns and texts beside the engine of JavaScript, which says of each whether it matches. */
export const patterns: Target = { name: 'pattern', goal: 1_000_000, make, check, read };

/** Between a pattern and its text. */
const SEPARATOR = '\x1f';
const TEXT_LENGTH = 8;
const flags = ['u', 'iu'];
const characters = ['a', 'b', 'c', 'A', 'B', '5', '_', '-', ' ', '\n', 'é', 'É', 'α', '日', '💌', '\ud83d'];
const atoms = [
  ...[
    'a',
    'b',
    'c',
    'A',
    '.',
    '-',
    ' ',
    'é',
    '💌',
    '\\x61',
    '\\u0062',
    '\\u{1f48c}',
    '\\ud83d\\udc8c',
    '\\.',
    '\\-',
    '\\n',
    '\\0',
  ],
  ...[
    '\\d',
    '\\D',
    '\\s',
    '\\S',
    '\\w',
    '\\W',
    '\\p{L}',
    '\\P{L}',
    '\\p{Lu}',
    '\\p{Ll}',
    '\\p{Script=Greek}',
    '\\p{Nd}',
    '\\cJ',
  ],
];
const members = [
  ...[
    'a',
    'b',
    'a-c',
    'A-Z',
    '0-9',
    '_',
    '\\-',
    'é',
    '💌',
    '\\d',
    '\\D',
    '\\s',
    '\\S',
    '\\w',
    '\\W',
    '\\p{L}',
    '\\P{Lu}',
    '\\x41',
  ],
  ...['\\b', '.', '$', '\\]', '\\\\', '\\^', '\\n'],
];
const quantifiers = ['', '', '', '', '*', '+', '?', '{2}', '{1,2}', '{0,1}', '{1,}', '*?', '+?', '??', '{0}'];

function make(random: Random): string {
  const text = random.texts(TEXT_LENGTH, () => random.text(characters));
  const start = random.text(['', '^', '^', '^(?=a)', '^(?!a)']);
  const end = random.text(['', '$']);
  return `${start}(?:${choice(random, 2)})${end}${SEPARATOR}${text}`;
}

function choice(random: Random, levels: number): string {
  return random.texts(3, () => random.texts(4, () => atom(random, levels) + random.text(quantifiers)), '|');
}

function atom(random: Random, levels: number): string {
  const kind = random.below(levels > 0 ? 6 : 4);
  if (kind < 3) return random.text(atoms);
  if (kind === 3) return `[${random.text(['', '^'])}${random.texts(3, () => random.text(members))}]`;
  return `(${random.text(['?:', ''])}${choice(random, levels - 1)})`;
}

function check(input: string): Outcome {
  const [source = '', text = ''] = input.split(SEPARATOR);
  const expected = expectations(source, text);
  if (expected === undefined) return { count: 0 };
  const wrong = flags.find((each, at) => isOther(new RegExp(source, each), text, expected[at]));
  return { count: 1, problem: wrong && `matches otherwise with the flags ${wrong}` };
}

function isOther(expression: RegExp, text: string, expected: boolean | undefined): boolean {
  const pattern = patternOf(expression);
  return pattern !== undefined && pattern.test(text) !== expected;
}

/** The engine of JavaScript tries so many ways with some patterns that it would take hours: it is stopped then. */
const MOST_MS = 100;
const context = createContext({ flags });
const script = new Script('flags.map((each) => new RegExp(source, each).test(text))');

/** With each of the flags, whether the engine of JavaScript finds a match; undefined where it has no answer in time, or no such pattern. */
function expectations(source: string, text: string): readonly boolean[] | undefined {
  try {
    return script.runInContext(Object.assign(context, { source, text }), { timeout: MOST_MS });
  } catch {
    return undefined;
  }
}

/** Patterns that we don't support are mistakes, which are told in words. */
function patternOf(expression: RegExp) {
  try {
    return linear(expression);
  } catch (error) {
    if (error instanceof TypeError && error.message.startsWith('The pattern ')) return undefined;
    throw error;
  }
}

/** Texts may be long, and patterns have a most length of their own. */
function read(input: string): void {
  patternOf(/^(?:[a-c]|a+)+$/u)?.test(input);
}
