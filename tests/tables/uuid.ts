import { type Row, refused } from './row.ts';

const value = '12345678-90ab-cdef-1234-567890abcdef';
const digits = '1234567890abcdef1234567890abcdef';

export const uuidRows: readonly Row<string>[] = [
  { input: value, value },
  { input: value.toUpperCase(), value },
  { input: digits, value },
  { input: `{${value}}`, value },
  { input: `{{}${digits}}{}`, value },
  { input: `urn:uuid:${value}`, value },
  { input: `{urn:uuid:${digits}}`, value },
  { input: `urn:uuid:{${digits}}`, value },
  { input: `urn:${digits}`, value },
  { input: `uuid:${digits}`, value },
  { input: `${digits}urn:uuid:`, value },
  { input: `1234urn:5678uuid:${digits.slice(8)}`, value },
  { input: `uurn:uid:${digits}`, value },
  { input: `urn:uurn:uurn:urn:idurn::{${digits}uurn:uid:}`, value },
  { input: `{uuid:}-${digits}uuid:-{urn:}uuid:`, value },
  { input: [...digits].join('-'), value },
  { input: `---${digits}---`, value },
  { input: '1234-5678-90AB-CDEF-1234-5678-90AB-CDEF', value },
  { input: '00000000-0000-0000-0000-000000000000', value: '00000000-0000-0000-0000-000000000000' },
  { input: 'ffffffff-ffff-ffff-ffff-ffffffffffff', value: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  { input: `${'urn:'.repeat(1000)}${digits}`, value },
  { input: `${'uuid:'.repeat(1000)}${digits}${'-'.repeat(1000)}`, value },

  ...refused('uuid_type', [null, undefined, true, 0, 1234, [], [value], {}, Symbol(value)]),
  ...refused('uuid_parsing', ['', ' ', '{}', 'urn:uuid:', '-'.repeat(36), 'not-a-uuid']),
  ...refused('uuid_parsing', [
    digits.slice(1),
    `${digits}0`,
    value.slice(1),
    `${value}0`,
    `${value}${value}`,
  ]),
  ...refused('uuid_parsing', [
    ` ${value}`,
    `${value} `,
    `${value}\n`,
    `"${value}"`,
    `(${value})`,
    `[${digits}]`,
  ]),
  ...refused('uuid_parsing', [
    `URN:UUID:${digits}`,
    `Uuid:${digits}`,
    `urn:uuid: ${digits}`,
    `urn:oid:${digits}`,
  ]),
  ...refused('uuid_parsing', [`uuuid:rn:${digits}`, `uuuid:uid:${digits}`, `ururn:n:${digits}`]),
  ...refused('uuid_parsing', [
    `${digits}u`,
    `${digits}uuid`,
    `${digits}uu-id:`,
    `u${digits}uid:`,
    `uuid${digits}:`,
  ]),
  ...refused('uuid_parsing', [`-{${digits}}-`, `${digits.slice(0, 16)}{}${digits.slice(16)}`, `<${digits}>`]),
  ...refused('uuid_parsing', [digits.replace('a', 'g'), digits.replace('1', '１'), digits.replace('1', '١')]),
  ...refused('uuid_parsing', ['0x34567890abcdef1234567890abcdef12', '1234567_90abcdef1234567890abcdef']),
  ...refused('uuid_parsing', [
    '+234567890abcdef1234567890abcdef',
    ` ${digits.slice(1)}`,
    `${digits.slice(1)}\n`,
  ]),
];
