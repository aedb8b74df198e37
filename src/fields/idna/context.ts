import { latePattern } from '../../text/memo.ts';
import { characterFault, Fault } from './fault.ts';

type ContextFault = 'label_digits' | 'label_context';

/**
 * Returns the fault of a character that is not in a context that allows it, if there is one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5892#appendix-A
 */
export function contextFault(characters: readonly string[]): Fault<ContextFault> | undefined {
  if (mixesDigits(characters)) return new Fault('label_digits');
  const misplaced = characters.find((character, at) => rules.get(character)?.(characters, at) === false);
  return misplaced === undefined ? undefined : characterFault('label_context', misplaced);
}

type Rule = (characters: readonly string[], at: number) => boolean;

const greek = latePattern(String.raw`\p{Script=Greek}`);
const hebrew = latePattern(String.raw`\p{Script=Hebrew}`);
const afterHebrew: Rule = (characters, at) => hebrew().test(characters[at - 1] ?? '');
const japanese = latePattern(String.raw`[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]`);

const rules = new Map<string, Rule>([
  ['·', (characters, at) => characters[at - 1] === 'l' && characters[at + 1] === 'l'],
  ['\u0375', (characters, at) => greek().test(characters[at + 1] ?? '')],
  ['\u05f3', afterHebrew],
  ['\u05f4', afterHebrew],
  ['・', (characters) => characters.some((character) => japanese().test(character))],
]);

/** Checks for Arabic digits together with their Persian counterparts, most of which look the same. */
function mixesDigits(characters: readonly string[]): boolean {
  return (
    characters.some((it) => /[\u0660-\u0669]/.test(it)) && characters.some((it) => /[\u06f0-\u06f9]/.test(it))
  );
}
