import { expect, it } from 'vitest';
import { codePointOf } from '../../src/text/strings.ts';

it.each([
  ['', 0],
  ['\0', 0],
  ['ab', 0x61],
  ['💌a', 0x1f48c],
  ['\ud83da', 0xd83d],
])('the code of %j is %d', (text, code) => {
  expect(codePointOf(text)).toBe(code);
});
