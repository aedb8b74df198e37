import { latePattern } from '../../text/memo.ts';
import { characterFault, Fault } from './fault.ts';
import { memoizePerCharacter } from './memoize.ts';

type DirectionFault = 'label_digits' | 'label_direction' | 'label_direction_start' | 'label_direction_end';

/**
 * Applies the bidi rule, which ensures that a label with right-to-left letters or digits can be read in only one way. Such a
 * label must begin with a right-to-left letter, so conditions 5 and 6 never apply.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5893#section-2
 */
export function directionFault(characters: readonly string[]): Fault<DirectionFault> | undefined {
  const [first = ''] = characters;
  const directions = characters.map(direction);
  if (!directions.includes('right') && !directions.includes('arabic digit')) return undefined;
  if (directions.includes('left')) return new Fault('label_direction');
  if (directions[0] !== 'right') return characterFault('label_direction_start', first);
  if (directions.includes('digit') && directions.includes('arabic digit')) return new Fault('label_digits');
  const [last = ''] = characters.slice(directions.findLastIndex((it) => it !== 'mark'));
  return direction(last) === 'neutral' ? characterFault('label_direction_end', last) : undefined;
}

/**
 * Returns the Bidi_Class of a character allowed in domain names, as far as the rule needs it. JavaScript does not have this
 * property, so right-to-left letters are found by their blocks (Unicode 17, DerivedBidiClass.txt).
 */
const direction = memoizePerCharacter(
  ['right', 'left', 'digit', 'arabic digit', 'mark', 'neutral'],
  (character) => {
    if (DIGIT.test(character)) return 'digit';
    if (ARABIC_DIGIT.test(character)) return 'arabic digit';
    if (NEUTRAL.test(character)) return 'neutral';
    if (mark().test(character)) return 'mark';
    return RIGHT.test(character) ? 'right' : 'left';
  },
);

const DIGIT = /[0-9\u06f0-\u06f9]/;
const ARABIC_DIGIT = /[\u0660-\u0669\u{10d30}-\u{10d39}\u{10d40}-\u{10d49}]/u;
const NEUTRAL = /[-\xb7\u02b9\u02ba\u02c6-\u02cf\u02ec\u0375\u2e2f\u30fb\ua67f\ua717-\ua71f\ua788]/;
const RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Nonspacing marks, except for five whose Bidi_Class is left-to-right. */
const mark = latePattern(String.raw`(?![\u0cbf\u0cc6\u{11a07}\u{11a08}\u{11c3f}])\p{Mn}`);
