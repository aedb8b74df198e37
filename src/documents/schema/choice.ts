import { isScalar } from '../../fields/choice.ts';
import { InexactNumber } from '../../text/json/reader.ts';
import { scalar } from '../choice.ts';
import { Equals } from '../equals.ts';
import type { Schema } from '../schema.ts';
import type { Mistake } from './failures.ts';
import { didOnce, type Run } from './run.ts';

/** The values that a schema lists in `enum` or `const`. */
interface Choice {
  includes(value: unknown, run: Run): boolean;
  mistake(input: unknown): Mistake;
}

/** Reads `enum` and `const`; undefined if there are none. */
export function choicesIn(schema: Schema): readonly Choice[] {
  const choices: Choice[] = [];
  if (Array.isArray(schema.enum)) choices.push(choiceOf(schema.enum, 'enum_value'));
  if (schema.const !== undefined) choices.push(choiceOf([schema.const], 'const'));
  return choices;
}

function choiceOf(values: readonly unknown[], typeOfOthers: 'enum_value' | 'const'): Choice {
  const known = new Equals(values, (value) => canonicalIn(value));
  const isOfScalars = values.length > 0 && values.every(isScalar);
  const type = isOfScalars ? 'literal_error' : typeOfOthers;
  const context = isOfScalars ? { expected: values } : undefined;
  let unsorted = values.length;
  return {
    includes(value, run) {
      // They are sorted for the first value that is looked up.
      const sorted = unsorted / SORTED_PER_STEP;
      unsorted = 0;
      const isIncluded = known.include(value, () => canonicalIn(value, run));
      if (sorted > 0) didOnce(run, sorted);
      return isIncluded;
    },
    mistake: (input) => ({ type, input, ...(context && { context }) }),
  };
}

/** The values that are sorted in the time of a step. */
const SORTED_PER_STEP = 5;

/**
 * Writes a value as its equals are written: with names in order, and each number in one way. In a run, the text of a part is only
 * put together once, whatever compares it or what is around it.
 */
export function canonicalIn(value: unknown, run?: Run): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null || value instanceof InexactNumber) {
    if (!run) return scalar(value);
    if (!run.scalar || run.scalar.value !== value) run.scalar = { value, text: scalar(value) };
    return run.scalar.text;
  }
  if (!run) return nested(value);
  run.canonical ??= new Map();
  const known = run.canonical.get(value);
  if (known !== undefined) return known;
  const text = nested(value, run);
  // Millions of short ones would take more time and memory to be found than to be written again.
  if (text.length > SHORT) run.canonical.set(value, text);
  return text;
}

/** The length up to which a text is not kept. */
const SHORT = 100;

function nested(value: object, run?: Run): string {
  if (Array.isArray(value)) {
    if (run) didOnce(run, value.length);
    return `[${value.map((item) => canonicalIn(item, run)).join(',')}]`;
  }
  const members = Object(value);
  const names = Object.keys(members).sort();
  if (run) didOnce(run, names.length);
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalIn(members[name], run)}`).join(',')}}`;
}
