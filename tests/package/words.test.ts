import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/help.ts';
import { describeSettings } from '../../src/cli/settings.ts';
import { pages, textOf } from '../_markdown.ts';

/** Words that the documentation does not use, since readers search for others. */

const insteadOf: readonly [words: RegExp, better: string][] = [
  [/\brefusals?\b/i, 'validation error, error, or test case'],
  [/\bat start\b/i, 'at startup'],
  [/\btexts\b/i, 'strings'],
  [/\bcomes? on top\b/i, 'in addition'],
  [/\bentries\b/i, 'errors, items or properties'],
  [/\brefus(?:es?|ed|ing)\b/i, 'reject'],
  [/\bfaults?\b/i, 'simulated failure, failure or bug'],
  [/\b(?:goes on|whoever|in words)\b/i, 'continues, everybody who, with JSON'],
  [/\bthe page at\b/i, 'the docs UI'],
  [/\bsimulated errors?\b/i, 'simulated failure'],
  [/\b(?:start-up|on start|at the start of the service)\b/i, 'at startup'],
  [/\b(?:documentation|reference) (?:UI|website)\b/i, 'docs UI'],
  [
    /\b(?:wins|without a word|any more come|the latter|the former)\b/i,
    'takes precedence, or the thing itself',
  ],
  [/\b(?:it should be noted|note that|please)\b/i, 'nothing'],
  [/\b(?:whose|which) credentials?\b/i, 'authentication, token or key'],
  [/\b(?:simply|seamless|powerful|blazing|leverage|utili[sz]e)\b/i, 'nothing'],
];

/** A page without its code and its tables. */
function proseOf(page: string): string {
  return textOf(page)
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^\|.*$/gm, '')
    .replace(/`[^`]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']');
}

/** The words that a text should not have, with better ones. */
function foundIn(prose: string): string[] {
  return insteadOf.flatMap(([words, better]) => {
    const [word] = words.exec(prose) ?? [];
    return word === undefined ? [] : [`${word}: write ${better}`];
  });
}

/** The pages for everybody that are not under docs/. */
const others = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'ARCHITECTURE.md'];

describe('the prose of a page', () => {
  it.each([...pages, ...others].filter((page) => !page.startsWith('docs/project/')))(
    'has words that people search for: %s',
    (page) => {
      expect(foundIn(proseOf(page))).toEqual([]);
    },
  );
});

describe.each(Object.entries(commands))('the help of %s', (_, { does, text, table }) => {
  it('has them too', () => {
    const all = [does, text, ...describeSettings(table).map(({ what, unless }) => `${what} (${unless})`)];
    expect(all.flatMap(foundIn)).toEqual([]);
  });
});
