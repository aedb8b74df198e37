import { notText, numbers } from './date.ts';
import { type Row, refused } from './row.ts';

export const dateTimeRows: readonly Row<string>[] = [
  { input: '2026-11-22', value: '2026-11-22T00:00:00' },
  { input: '2026-11-22T10:20', value: '2026-11-22T10:20:00' },
  { input: '2026-11-22t10:20:30z', value: '2026-11-22T10:20:30Z' },
  { input: '2026-11-22 10:20:30.5+01:00', value: '2026-11-22T10:20:30.500000+01:00' },
  { input: '2026-11-22_10:20:30,000001-0330', value: '2026-11-22T10:20:30.000001-03:30' },
  { input: '0001-01-01T00:00+23:59', value: '0001-01-01T00:00:00+23:59' },
  { input: '9999-12-31T23:59:59.999999-23:59', value: '9999-12-31T23:59:59.999999-23:59' },
  { input: '2024-02-29T00:00Z', value: '2024-02-29T00:00:00Z' },

  ...refused('datetime_type', [...numbers, ...notText]),
  ...refused('datetime_parsing', ['0000-01-01', '0000-02-29T10:20Z']),
  ...refused('datetime_from_date_parsing', [
    '',
    '2026',
    '2026-02-30',
    '2023-02-29T00:00',
    '2026-11-22T',
    '2026-11-22T1',
  ]),
  ...refused('datetime_from_date_parsing', [
    '2026-11-22T24:00',
    '2026-11-22x10:20',
    '2026-11-22  10:20',
    '2026-11-22T10:20+25:00',
  ]),
  ...refused('datetime_from_date_parsing', [
    '2026-11-22T10:20:30.1234567Z',
    '20261122T102030Z',
    'Sun, 22 Nov 2026 10:20:30 GMT',
  ]),
  ...refused('datetime_from_date_parsing', [
    '0',
    '1654619320',
    '1654619320.5',
    '-1',
    '1654619320123',
    '20261122',
  ]),
];
