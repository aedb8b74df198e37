import { describe, expect, it } from 'vitest';
import { pages, textOf } from '../_markdown.ts';

/** Words that the documentation does not use, since readers search for others. */

const insteadOf: readonly [words: RegExp, better: string][] = [
  [/\brefusals?\b/i, 'validation error, error, or test case'],
  [/\bat start\b/i, 'at startup'],
  [/\btexts\b/i, 'strings'],
  [/\bcomes? on top\b/i, 'in addition'],
  [/\bentries\b/i, 'errors, items or properties'],
  [/\b(?:simply|seamless|powerful|blazing|leverage|utili[sz]e)\b/i, 'nothing'],
];

/** A page without its code and its tables. */
function proseOf(page: string): string {
  return textOf(page)
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^\|.*$/gm, '')
    .replace(/`[^`]*`/g, '');
}

describe('the prose of a page', () => {
  it.each(pages.filter((page) => !page.startsWith('docs/project/')))(
    'has words that people search for: %s',
    (page) => {
      const prose = proseOf(page);
      const found = insteadOf.flatMap(([words, better]) => {
        const [word] = words.exec(prose) ?? [];
        return word === undefined ? [] : [`${word}: write ${better}`];
      });
      expect(found).toEqual([]);
    },
  );
});
