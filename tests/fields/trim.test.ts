import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trim } from '../../src/text/scan.ts';

describe('trimming', () => {
  it.each([
    ['', ''],
    [' ', ''],
    ['\t\n\v\f\r ', ''],
    ['a', 'a'],
    [' a', 'a'],
    ['a ', 'a'],
    [' a b ', 'a b'],
    ['\u00a0a\u00a0', '\u00a0a\u00a0'],
    ['\ufeffa', '\ufeffa'],
    ['\u0085a\u2028', '\u0085a\u2028'],
    ['\0a\x1c', '\0a\x1c'],
  ])('trims %j to %j', (text, trimmed) => {
    expect(trim(text)).toBe(trimmed);
  });

  it('takes ASCII white space from both ends and nothing else', () => {
    const unit = fc.constantFrom(...'\t\n\v\f\r ', 'a', '\u00a0', '\0');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(trim(text)).toBe(
          text.replace(/^[\t\n\v\f\r ]+/, '').replace(/(?<![\t\n\v\f\r ])[\t\n\v\f\r ]+$/, ''),
        );
      }),
    );
  });
});
