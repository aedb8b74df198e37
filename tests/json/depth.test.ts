import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { depthExceeds } from '../../src/json/depth.ts';
import { depthOf, readNode } from './_reference.ts';
import { jsonText } from './_texts.ts';

describe('the depth of a JSON text', () => {
  it.each([
    ['', 0, false],
    ['1', 0, false],
    ['[]', 0, true],
    ['{}', 0, true],
    ['[]', 1, false],
    ['[{}]', 1, true],
    ['[{}]', 2, false],
    ['[[],[],[]]', 2, false],
    ['"[[["', 0, false],
    ['{"[[[":"\\"[[["}', 1, false],
    ['["\\\\",[]]', 1, true],
    ['["\\\\\\"[[["]', 1, false],
    ['[[[[', 3, true],
    ['"[[[[', 0, false],
    [']]]][', 0, false],
    ['xyz|~XYZ^_', 0, false],
  ])('of %s exceeds %d: %j', (json, limit, exceeds) => {
    expect(depthExceeds(json, limit)).toBe(exceeds);
  });

  it('is how many arrays and objects enclose the innermost', () => {
    fc.assert(
      fc.property(jsonText, fc.nat({ max: 5 }), (json, limit) => {
        expect(depthExceeds(json, limit)).toBe(depthOf(readNode(json)) > limit);
      }),
      { numRuns: 1000 },
    );
  });

  it('is judged for whatever text, too', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]{}"\\a') }), fc.nat({ max: 5 }), (text, limit) => {
        expect(typeof depthExceeds(text, limit)).toBe('boolean');
      }),
    );
  });
});
