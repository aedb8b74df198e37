import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Flaw } from '../../src/text/json/flaw.ts';
import { MAX_DEPTH, readJson } from '../../src/text/json/reader.ts';
import { depthOf, readNode } from './_reference.ts';
import { jsonText } from './_texts.ts';

function depthExceeds(json: string, limit: number): boolean {
  const read = readJson(json, limit);
  return read instanceof Flaw && read.type === 'depth';
}

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
    ['[[x', 1, true],
    ['[x[', 1, false],
    ['['.repeat(MAX_DEPTH), MAX_DEPTH, false],
    ['['.repeat(MAX_DEPTH + 1), MAX_DEPTH, true],
    ['['.repeat(100_000), MAX_DEPTH, true],
    ['{"a":'.repeat(100_000), MAX_DEPTH, true],
  ])('of %s exceeds %d: %j', (json, limit, exceeds) => {
    expect(depthExceeds(json, limit)).toBe(exceeds);
  });

  it('is the number of nested arrays and objects', () => {
    fc.assert(
      fc.property(jsonText, fc.nat({ max: 5 }), (json, limit) => {
        expect(depthExceeds(json, limit)).toBe(depthOf(readNode(json)) > limit);
      }),
      { numRuns: 1000 },
    );
  });

  it('has the position where it exceeds the limit', () => {
    expect(readJson('[[1], [[2]]]', 2)).toMatchObject({ type: 'depth', offset: 7 });
    expect(readJson('{"a":{"b":[]}}', 2)).toMatchObject({ type: 'depth', offset: 10 });
  });
});
