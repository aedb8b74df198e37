import { automatonTester } from '../../src/text/pattern/automaton.ts';
import { parsePattern } from '../../src/text/pattern/parse.ts';

/** Makes a function that counts the steps which an automaton takes for a text. */
export function stepCounter(source: string, ignoreCase = false): (text: string) => number {
  let steps = 0;
  const test = automatonTester(parsePattern(source, 'javascript', ignoreCase), (count) => {
    steps += count;
    return true;
  });
  return (text) => {
    steps = 0;
    test(text);
    return steps;
  };
}
