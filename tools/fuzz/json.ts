import { describeFlaw, Flaw } from '../../src/text/json/flaw.ts';
import { sourcesOf } from '../../src/text/json/places.ts';
import { PythonFlaw, readPythonJson } from '../../src/text/json/python.ts';
import { InexactNumber, MAX_DEPTH, readJson } from '../../src/text/json/reader.ts';
import { atOnce } from '../../src/text/turns.ts';
import { mutate } from './mutation.ts';
import type { Random } from './random.ts';
import type { Outcome, Target } from './target.ts';

/** The reader of JSON beside `JSON.parse`. */
export const json: Target = { name: 'json', goal: 10_000_000, make, check, read };

const spaces = ['', '', '', ' ', '\n', '\r\n', '\t', ' \n '];
const keys = ['"a"', '"\\u0061"', '"b"', '""', '"__proto__"', '"\\"a"', '"\\\\"', '"é"', '"\\u00E9"', '"{"'];
const words = [
  'true',
  'false',
  'null',
  '""',
  '"[{"',
  '"}]\\""',
  '"\\u0061, \\n"',
  '"\\ud83d\\ude00"',
  '[]',
  '{}',
];
const scraps = [
  ...'{}[]:,"\'\\/ \t\n0123-+.eEutrfalsenN',
  ...['\0', '\u00a0', '\ufeff', '\u2028', 'é', '\ud800', '😀', '\\u', '\\ud800', 'null', '//', '/*', 'NaN'],
  ...['1e400', '1e-400', '-0', '0.1', '00', '9007199254740993', '1E+2', '-Infinity', '[[', '"a":', '}]'],
];

function make(random: Random): string {
  const text = random.oneIn(20) ? random.texts(30, () => random.text(scraps)) : value(random, 4);
  return random.oneIn(3) ? text : mutate(text, random, scraps);
}

function value(random: Random, levels: number): string {
  const kind = levels === 0 ? random.below(3) : random.below(7);
  const space = () => random.text(spaces);
  const item = () => space() + value(random, levels - 1) + space();
  if (kind === 0) return random.text(words);
  if (kind === 1) return numberText(random);
  if (kind === 2) return JSON.stringify(random.texts(6, () => random.text(scraps)));
  if (kind < 5) return `[${space()}${random.texts(4, item, ',')}]`;
  return `{${space()}${random.texts(4, () => `${space()}${random.text(keys)}${space()}:${item()}`, ',')}}`;
}

function numberText(random: Random): string {
  const digits = () => String(random.below(10));
  const whole = random.oneIn(3) ? '0' : `${1 + random.below(9)}${random.texts(20, digits)}`;
  const fraction = random.oneIn(2) ? '' : `.${digits()}${random.texts(20, digits)}`;
  const exponent = random.oneIn(2) ? '' : `${random.text(['e', 'E+', 'e-'])}${random.below(330)}`;
  return random.text(['', '-']) + whole + fraction + exponent;
}

function read(input: string): void {
  const result = readJson(input, MAX_DEPTH);
  if (!(result instanceof Flaw)) sourcesOf(input, pathsIn(result, 1));
  else if (result.type !== 'depth') atOnce(readPythonJson(input, MAX_DEPTH));
}

function check(input: string): Outcome {
  return { count: 1, problem: complaint(input) };
}

function complaint(input: string): string | undefined {
  const ours = readJson(input, MAX_DEPTH);
  const parsed = parse(input);
  if (!(ours instanceof Flaw)) {
    if (!parsed) return 'is read, and JSON.parse refuses it';
    return isSame(ours, parsed.value) ? sourceComplaint(input, parsed.value) : 'is read as another value';
  }
  if (parsed && ours.type !== 'depth') return `is refused with ${ours.type}, and JSON.parse reads it`;
  return flawComplaint(input, ours);
}

/** A value in a list, as a text may stand for undefined as little as for nothing. */
function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isSame(ours: unknown, theirs: unknown): boolean {
  if (ours instanceof InexactNumber) return Object.is(Number(ours.text), theirs);
  if (typeof ours !== 'object' || ours === null) return Object.is(ours, theirs);
  if (typeof theirs !== 'object' || theirs === null) return false;
  if (Array.isArray(ours) !== Array.isArray(theirs)) return false;
  const [mine, others] = [Object.entries(ours), Object.entries(theirs)];
  if (mine.length !== others.length) return false;
  return mine.every(([key, own], at) => key === others[at]?.[0] && isSame(own, others[at]?.[1]));
}

/** A flaw lies within the text and can be told; what Python reads in spite of it has its words or infinities. */
function flawComplaint(input: string, flaw: Flaw): string | undefined {
  if (flaw.offset < 0 || flaw.offset > input.length) return 'has a flaw outside of itself';
  if (!describeFlaw(input, flaw).startsWith('Malformed JSON at line ')) return 'has a flaw without words';
  if (flaw.type === 'depth') return undefined;
  const python = atOnce(readPythonJson(input, MAX_DEPTH));
  if (python instanceof PythonFlaw)
    return python.position > input.length ? 'is flawed beyond its end' : undefined;
  return /NaN|Infinity/.test(input) ? undefined : 'is JSON to Python only';
}

/** The text of each value at the first levels stands for that value. */
function sourceComplaint(input: string, root: unknown): string | undefined {
  const paths = pathsIn(root, 3);
  const sourceAt = sourcesOf(input, paths);
  for (const path of paths) {
    const found = sourceAt(path);
    const expected = path.reduce<unknown>(childOf, root);
    const means = found === undefined ? undefined : parse(found);
    if (!means || JSON.stringify(means.value) !== JSON.stringify(expected))
      return `has another text at ${JSON.stringify(path)}`;
  }
  return undefined;
}

type Path = readonly (string | number)[];

function pathsIn(root: unknown, levels: number): Path[] {
  if (typeof root !== 'object' || root === null || levels === 0) return [[]];
  const keysOf = Array.isArray(root) ? root.map((_, at) => at) : Object.keys(root);
  return [
    [],
    ...keysOf.flatMap((key) => pathsIn(childOf(root, key), levels - 1).map((path) => [key, ...path])),
  ];
}

function childOf(parent: unknown, key: string | number): unknown {
  return typeof parent === 'object' && parent !== null
    ? Object.getOwnPropertyDescriptor(parent, key)?.value
    : undefined;
}
