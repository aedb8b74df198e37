import { InexactNumber } from '../../src/text/json/reader.ts';
import { type Row, refused } from './row.ts';

export const booleanRows: readonly Row<boolean>[] = [
  ...[true, 1, 'true', 'TRUE', 'tRue', 't', 'T', 'yes', 'Yes', 'y', 'Y', 'on', 'oN', '1'].map((input) => ({
    input,
    value: true,
  })),
  ...[false, 0, -0, 'false', 'FALSE', 'falSe', 'f', 'F', 'no', 'NO', 'n', 'N', 'off', 'oFf', '0'].map(
    (input) => ({ input, value: false }),
  ),

  ...refused('bool_type', [
    null,
    undefined,
    [],
    [true],
    {},
    1n,
    Symbol('x'),
    0.5,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 63,
  ]),
  ...refused('bool_type', [new InexactNumber('1.00000000000000000001'), new InexactNumber('1e-400')]),
  ...refused('bool_parsing', [
    2,
    -1,
    1e18,
    '',
    ' ',
    'tru',
    'true ',
    ' true',
    'truee',
    'yess',
    'of',
    '2',
    '01',
    '1.0',
    '+1',
    '-0',
  ]),
  ...refused('bool_parsing', ['ja', 'ok', 'none', '\uff54rue', 'o\ufb00', '１', 'T'.repeat(5000)]),
];
