import { InexactNumber } from '../../src/text/json/reader.ts';
import { type Row, refused } from './row.ts';

/** Numbers, which dates and times refuse although pydantic accepts them: they may be seconds or milliseconds. */
export const numbers: readonly unknown[] = [
  0,
  1,
  86_400,
  -86_400,
  1_654_560_000_000,
  0.5,
  new InexactNumber('1e-400'),
];
export const notText: readonly unknown[] = [
  true,
  null,
  undefined,
  [],
  ['2026-11-22'],
  {},
  10n,
  Symbol('x'),
  Number.NaN,
];

export const dateRows: readonly Row<string>[] = [
  ...['2026-11-22', '0001-01-01', '9999-12-31', '2024-02-29', '2000-02-29'].map((day) => ({
    input: day,
    value: day,
  })),
  ...['T00:00', ' 00:00:00', '_00:00:00.000000', 't00:00:00,0Z', 'T00:00:00.0000000', 'T00:00-01:30'].map(
    (rest) => ({
      input: `2026-11-22${rest}`,
      value: '2026-11-22',
    }),
  ),

  ...refused('date_type', [...numbers, ...notText]),
  ...refused('date_parsing', ['0000-01-01', '0000-12-31T00:00']),
  ...refused('date_from_datetime_inexact', ['2026-11-22T00:00:01', '2026-11-22T00:00:00.000001Z']),
  ...refused('date_from_datetime_parsing', [
    '',
    '2026-11',
    '2026-02-29',
    '2023-02-29',
    '1900-02-29',
    '2026-02-31',
  ]),
  ...refused('date_from_datetime_parsing', [
    '2026-00-01',
    '2026-13-01',
    '2026-11-00',
    '2026-11-31',
    '2026-1-1',
  ]),
  ...refused('date_from_datetime_parsing', [
    '22.11.2026',
    '2026/11/22',
    ' 2026-11-22',
    '2026-11-22 ',
    '2026-11-22Z',
  ]),
  ...refused('date_from_datetime_parsing', ['2026-11-22T24:00', '2026-11-22T00:00:00.0000001']),
  ...refused('date_from_datetime_parsing', [
    '0',
    '86400',
    '20261122',
    '1654560000',
    '0.0',
    '-86400',
    '２０２６-11-22',
  ]),
];
