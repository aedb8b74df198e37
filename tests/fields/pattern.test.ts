import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linear } from '../../src/fields/pattern.ts';
import { parseExpression, text } from '../../src/fields/text.ts';
import { withSteps } from '../../src/fields/work.ts';
import { automatonTester } from '../../src/text/pattern/automaton.ts';
import { backtracking } from '../../src/text/pattern/linear.ts';
import { parsePattern } from '../../src/text/pattern/parse.ts';
import { stepCounter } from '../text/_automaton.ts';
import { stepsOf } from './_backtracking.ts';
import { outcomeOf } from './_issues.ts';

/** Random patterns of few letters, so that random texts match them. */
const { pattern: anyPattern } = fc.letrec<{ pattern: string; sequence: string; atom: string }>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((options) => options.join('|')),
  sequence: fc
    .array(
      fc.tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,2}', '*?', '+?')),
      { minLength: 1, maxLength: 4 },
    )
    .map((atoms) => atoms.map((parts) => parts.join('')).join('')),
  atom: fc.oneof(
    { maxDepth: 1 },
    fc.constantFrom(
      'a',
      'b',
      'c',
      '[ab]',
      '[^a]',
      '.',
      '[a-b]',
      '\\w',
      '\\x61',
      '\\u0062',
      '(?:ab)',
      '(a|ab)',
    ),
    tie('pattern').map((inner) => `(?:${inner})`),
  ),
}));
const pattern = fc
  .tuple(fc.constantFrom('', '^'), anyPattern, fc.constantFrom('', '$'))
  .map(([start, inner, end]) => `${start}(?:${inner})${end}`);
/** Patterns that the backtracking engine must not get. */
const TOO_MANY = 10_000;
const anyText = fc.string({ unit: fc.constantFrom(...'abc\n💌'), maxLength: 8 });

/** Letters in an order that does not repeat. */
function irregular(length: number): string {
  return Array.from({ length }, (_, at) => ((Math.imul(at, 0x9e3779b1) >>> 15) & 1 ? 'a' : 'b')).join('');
}

describe('a pattern', () => {
  it('matches what JavaScript matches', () => {
    fc.assert(
      fc.property(pattern, fc.array(anyText, { minLength: 10 }), (source, texts) => {
        const expression = new RegExp(source, 'u');
        const { test } = linear(expression);
        const parsed = parsePattern(source, 'javascript');
        for (const each of texts.filter((each) => stepsOf(parsed, each, TOO_MANY) < TOO_MANY))
          expect([each, test(each)]).toEqual([each, expression.test(each)]);
      }),
      { numRuns: 500 },
    );
  });

  it('is given to the backtracking engine only if that takes linear time', () => {
    const pumped = fc
      .tuple(anyText, fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 4 }), anyText)
      .map(([start, middle, end]) => start + middle.repeat(60) + end);
    fc.assert(
      fc.property(pattern, fc.array(pumped, { minLength: 3 }), (source, texts) => {
        const parsed = parsePattern(source, 'javascript');
        fc.pre(backtracking(parsed) !== undefined);
        for (const each of texts) {
          const most = 4 * source.length * (each.length + 1);
          expect(stepsOf(parsed, each, most)).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    /^[a-z]+$/,
    /^[A-Z]{2}[0-9]{6}$/,
    /^\d{3}-\d{4}$/,
    /^[a-z][a-z0-9_]*$/,
    /^(?:[0-9]{1,3}\.){3}[0-9]{1,3}$/,
    /^(?:red|rose|green)$/,
    /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i,
    /^[^@]+@[^@]+$/,
    /^$|^a+$/,
    /[0-9]+/,
    /ab{1,5}c/,
    /^v\d+(?:\.\d+)*$/,
    /^(?=[a-z])(?!admin$)[a-z0-9]+$/,
    /^\p{Lu}\p{Ll}*$/u,
  ])('is matched by the engine of JavaScript: %s', (expression) => {
    expect(() => text({ pattern: expression })).not.toThrow();
  });

  it.each([
    /^(a+)+$/,
    /^(a|a)*$/,
    /^(a|ab)*$/,
    /^a*a*$/,
    /^(?:[a-z]+\.)+[a-z]+$/,
    /[a-z]+@[a-z]+$/,
    /^(?:a?){30}a{30}$/,
    /^.*foo$/,
    /^(?:a*b*)*c$/,
    /^(?:[a-z]{1,60}|[a-z]{1,70})(?:[0-9]{1,60}|[0-9]{1,70})x$/,
    /^(?=.*[A-Z])(?=.*[0-9]).{8,}$/,
    /^(?:a*|b)a*c$/,
    /^a|[ab]{70}c/,
    /(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)x/,
    new RegExp(
      `^${Array.from({ length: 600 }, (_, at) => `${String.fromCodePoint(0x4e00 + 2 * at)}?`).join('')}a$`,
    ),
  ])('is matched by an automaton or refused: %s', (expression) => {
    expect(() => text({ pattern: expression })).toThrow(
      `The pattern ${expression} might take more than linear time: write linear(${expression}), from assay/pattern`,
    );
    const matcher = linear(expression);
    for (const each of ['aaa', 'a', 'ab', 'a.b', 'a@b', 'foo', 'Abcdefg1', 'aabaab', '12x', 'ax1'])
      expect([each, matcher.test(each)]).toEqual([each, expression.test(each)]);
  });

  it('matches what JavaScript matches, also in an automaton, with assertions anywhere', () => {
    const part = fc
      .tuple(fc.constantFrom('^', '$', '\\b', '\\B', ''), anyPattern, fc.constantFrom('$', '\\b', '\\B', ''))
      .map((parts) => parts.join(''));
    const source = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => `(?:${parts.join(')(?:')})`);
    const words = fc.array(fc.string({ unit: fc.constantFrom(...'abcKſ\u212a -\n'), maxLength: 6 }), {
      minLength: 10,
    });
    fc.assert(
      fc.property(source, fc.constantFrom('u', 'iu'), words, (source, flags, texts) => {
        const parsed = parsePattern(source, 'javascript', flags === 'iu');
        const test = automatonTester(parsed, () => true);
        const expression = new RegExp(source, flags);
        for (const each of texts.filter((each) => stepsOf(parsed, each, TOO_MANY) < TOO_MANY))
          expect([each, test(each)]).toEqual([each, expression.test(each)]);
      }),
      { numRuns: 500 },
    );
  });

  it('matches what it should with more states than an automaton remembers', () => {
    const { test } = linear(/^.*a.{999}$/);
    const all = irregular(4000);
    for (const length of [1000, 2000, 3000, 3500, 4000]) {
      const text = all.slice(0, length);
      expect([length, test(text)]).toEqual([length, text.at(-1000) === 'a']);
    }
  });

  describe('in an automaton', () => {
    it('takes steps only for states that are new, until all automata together have too many of them or are too large', () => {
      const stepsFor = stepCounter('^(a|ab)*c$');
      const [first, again] = [stepsFor('abaabc'), stepsFor('abaabc')];
      expect(first).toBeGreaterThan(4);
      expect(again).toBe(0);
      stepCounter('^.*a.{999}$')(irregular(3000));
      const onlyStates = stepsFor('abaabc');
      expect([onlyStates > 4, onlyStates < first]).toEqual([true, true]);
      for (let times = 9000; times < 9030; times++) stepCounter(`^(a?){${times}}b$`)('c');
      expect(stepsFor('abaabc')).toBe(first);
    });

    it('takes steps for each of its places', () => {
      expect(stepCounter('^(a?){9000}b$')('c')).toBeGreaterThan(9000);
      expect(stepCounter('^(a?){90}b$')('c')).toBeLessThan(400);
    });

    it('ends where nothing can match any more', () => {
      const source = '^(a|ab){1000}$';
      expect(stepCounter(source)(`c${irregular(1000)}`)).toBe(stepCounter(source)('c'));
    });
  });

  it.each([
    ['one that takes long', linear(/^.*a.{999}$/), irregular(8000)],
    ['one that looks at the same characters repeatedly', linear(/[ab]{63}c/), 'ab'.repeat(32_000)],
    ['one of thousands of places', linear(/^(a?){9000}b?b$/), 'a'],
  ])('is not matched without end: %s', (_, pattern, long) => {
    const field = text({ pattern });
    expect(withSteps(3000, () => outcomeOf(field, long)).result).toEqual([['', 'too_complex']]);
    expect(withSteps(10_000_000, () => outcomeOf(field, long)).result).toEqual([
      ['', 'string_pattern_mismatch'],
    ]);
  });

  it('is not matched where a condition takes too long', () => {
    const field = text({ pattern: linear(/^(?!.*a.{999}$)[ab]*$/) });
    expect(withSteps(20_000, () => outcomeOf(field, irregular(64_000))).result).toEqual([
      ['', 'too_complex'],
    ]);
  });

  it('takes linear time for a long text', () => {
    const hostile = 'a'.repeat(1_000_000);
    for (const expression of [/^(a+)+$/, /^(a|a)*$/, /(?:a?){30}a{30}b/, /^(?=(a|a)*b)a+$/])
      expect(linear(expression).test(`${hostile}!`)).toBe(false);
  });

  it.each([/^[a-z]+(?:-[a-z]+)*$/, /^([a-z]|-)*$/])(
    'matches texts for which the stack of JavaScript’s own engine is too small: %s',
    (expression) => {
      expect(backtracking(parseExpression(expression))).toBeDefined();
      const long = 'a-'.repeat(5_000_000);
      expect(() => expression.test(`${long}a`)).toThrow(RangeError);
      const { test } = linear(expression);
      expect([test(`${long}a`), test(`${long}!`), test(`${long.slice(0, 99)}a`)]).toEqual([
        true,
        false,
        true,
      ]);
    },
  );

  it.each([
    ['(?<=a)b', 'look-around'],
    ['a(?=b)', 'look-around'],
    ['(a)\\1', 'a reference to a group'],
    ['(?<n>a)\\k<n>', 'a reference to a group'],
    ['a**', 'nothing to repeat'],
    ['*a', 'nothing to repeat'],
    ['a{2,1}', 'numbers out of order'],
    ['(a', 'an opening bracket that nothing closes'],
    ['a)', 'a closing bracket that nothing opens'],
    ['[a', 'a class that nothing closes'],
    ['[b-a]', 'a range out of order'],
    ['\\q', 'an unknown escape, \\q'],
    ['\\p{Nonsense}', 'an unknown property, Nonsense'],
    ['(?x)a', 'flags in a group'],
    ['a\\', 'nothing behind its last backslash'],
    ['[a&&b]', 'an operation on classes'],
    ['[[a]b]', 'a class within a class'],
    ['('.repeat(101) + ')'.repeat(101), 'more than 100 groups within one another'],
    ['a'.repeat(10_001), 'more than 10000 characters'],
    ['(a{0,99}b?){102}', 'repeats too much'],
    ['(?:){999999}', 'repeats too much'],
    ['((a|b*){100}){100}', 'repeats too much'],
  ])('that is invalid, or not linear in any engine, is refused: %s', (source, mistake) => {
    expect(() => linear(source)).toThrow(TypeError);
    expect(() => linear(source)).toThrow(mistake);
  });

  it('has only the flags i and u', () => {
    expect(() => text({ pattern: /a/g })).toThrow('The pattern /a/g has flags that are not supported: g');
    expect(outcomeOf(text({ pattern: /^a+$/i }), 'aAa')).toBe('"aAa"');
  });
});

describe('a text with a pattern', () => {
  const code = text({ minLength: 3, pattern: /^[a-z]+$/ });

  it.each<[unknown, ReturnType<typeof outcomeOf>]>([
    ['abc', '"abc"'],
    ['ab', [['', 'string_too_short']]],
    ['abC', [['', 'string_pattern_mismatch']]],
    [5, [['', 'string_type']]],
  ])('outcome of %j: %j', (input, outcome) => {
    expect(outcomeOf(code, input)).toEqual(outcome);
  });

  it('has the pattern in its schema, where JSON Schema can express it', () => {
    expect(code.describe('input')).toEqual({ type: 'string', minLength: 3, pattern: '^[a-z]+$' });
    expect(text({ pattern: /^a$/i }).describe('input')).toEqual({ type: 'string' });
    expect(new Ajv2020().compile(text({ pattern: linear(/^(a|b)*$/) }).describe('input'))('abc')).toBe(false);
  });
});
