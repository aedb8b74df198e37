import { type Row, refused } from './row.ts';

export const hexRows: readonly Row<string>[] = [
  { input: '0', value: '0' },
  { input: '00', value: '00' },
  { input: 'deadBEEF', value: 'deadBEEF' },
  { input: '0123456789abcdefABCDEF', value: '0123456789abcdefABCDEF' },
  { input: 'f'.repeat(5000), value: 'f'.repeat(5000) },

  ...refused('string_type', [null, undefined, true, 0, 12, ['a'], {}, Symbol('a')]),
  ...refused('hex', [
    '',
    ' ',
    'g',
    '0x12',
    '#fff',
    'a b',
    ' ab',
    'ab ',
    'ab\n',
    '\nab',
    'a\0',
    'a-b',
    'a_b',
    'sha256=ab',
  ]),
  ...refused('hex', ['ａｂ', '٣', 'é', '\ufeffab', 'a\u00a0', '-1', '+1', '1.0', `${'f'.repeat(5000)}g`]),
];
