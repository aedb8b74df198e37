import { describe, expect, it } from 'vitest';
import { headerLines, linesOf, pairsOf } from '../../src/http/reply.ts';

/** Header lines. */

it('our own are written in their order, and split again', () => {
  const lines = linesOf('Vary', 'Accept', 'Location', './a: b/', 'X-Empty', '');
  expect(lines).toBe('Vary: Accept\r\nLocation: ./a: b/\r\nX-Empty: \r\n');
  expect(pairsOf(lines)).toEqual([
    ['Vary', 'Accept'],
    ['Location', './a: b/'],
    ['X-Empty', ''],
  ]);
  expect(linesOf()).toBe('');
});

describe('those of a handler', () => {
  it.each([
    ['Location', '/lamps/1'],
    ["!#$%&'*+.^_`|~-09AZaz", 'every character of a name'],
    ['X-Text', '\t !~\x80\xff'],
    ['X-Empty', ''],
  ])('may be %s: %j', (name, value) => {
    expect(headerLines({ 'X-First': '1', [name]: value })).toBe(`X-First: 1\r\n${name}: ${value}\r\n`);
  });

  it.each([
    ['', 'x'],
    ['X Text', 'x'],
    ['X-Text:', 'x'],
    ['X-Text\r\nX-More', 'x'],
    ['(X)', 'x'],
    ['X-Täxt', 'x'],
    ['X-Text', 'x\r\nX-More: y'],
    ['X-Text', '\n'],
    ['X-Text', 'x\0'],
    ['X-Text', 'x\x1f'],
    ['X-Text', '\x7f'],
    ['X-Text', 'x\u0100'],
  ])('are a bug if one is %j: %j', (name, value) => {
    expect(() => headerLines({ [name]: value })).toThrow(
      new TypeError(`a reply can't have the header ${name}`),
    );
  });
});
