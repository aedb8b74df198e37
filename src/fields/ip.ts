import { type Issues, wrong } from '../errors/issue.ts';
import type { IssueType } from '../errors/table.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { checkNoMore, inWords } from '../text/options.ts';
import { quote } from '../text/strings.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { checkValuesOption, type ValuesOption } from './values.ts';

type Version = 'v4' | 'v6' | 'any';

/**
 * An IP address of version 4 (`ip('v4')`), 6 (`ip('v6')`) or any, as Python's `ipaddress` reads it; with `values: 'fastapi'` also
 * as a number.
 *
 * @example
 * ip('v4').parse('192.0.2.1') // '192.0.2.1'
 */
export function ip(version: Version = 'any', options: ValuesOption = {}): Field<string> {
  if (!Object.hasOwn(kinds, version))
    throw new TypeError(`ip() takes a version, 'v4', 'v6' or 'any', not ${inWords(version)}`);
  checkValuesOption('ip()', options);
  checkNoMore('ip()', arguments, 2);
  const { values = 'strict', label } = options;
  const { type, name, format } = kinds[version];
  return field<string>({
    label,
    parse(raw, fit): string | Issues {
      fit?.lower(CONVERTED);
      if (typeof raw === 'string' && raw.length <= LONGEST && readers[version](raw)) return raw;
      const number = values === 'fastapi' ? numberIn(raw) : undefined;
      return number !== undefined && number >= 0n && number < 1n << bits[version]
        ? String(number)
        : wrong(type, raw);
    },
    write: quote,
    typeName: () => name,
    describe: () => ({ type: 'string', ...(format && { format }) }),
    samples: () => ({
      accepted: ['192.0.2.1', '::1', '2001:db8::192.0.2.1'],
      refused: ['192.0.2.256', '192.0.2.1', '::1'],
    }),
  });
}

const bits: Readonly<Record<Version, bigint>> = { v4: 32n, v6: 128n, any: 128n };

function numberIn(raw: unknown): bigint | undefined {
  if (typeof raw === 'boolean') return BigInt(raw);
  if (raw instanceof InexactNumber)
    return raw.isWhole && raw.text.length <= LONGEST ? BigInt(raw.text) : undefined;
  return Number.isSafeInteger(raw) ? BigInt(Number(raw)) : undefined;
}

interface Kind {
  readonly type: IssueType;
  readonly name: string;
  readonly format?: string;
}

const kinds: Readonly<Record<Version, Kind>> = {
  v4: {
    type: 'ip_v4_address',
    name: 'lax-or-strict[lax=function-plain[ip_v4_address_validator()],strict=json-or-python[json=function-after[IPv4Address(), str],python=is-instance[IPv4Address]]]',
    format: 'ipv4',
  },
  v6: {
    type: 'ip_v6_address',
    name: 'lax-or-strict[lax=function-plain[ip_v6_address_validator()],strict=json-or-python[json=function-after[IPv6Address(), str],python=is-instance[IPv6Address]]]',
    format: 'ipv6',
  },
  any: { type: 'ip_any_address', name: 'function-plain[_validate()]' },
};

const readers: Readonly<Record<Version, (text: string) => boolean>> = {
  v4: isV4,
  v6: isV6,
  any: (text) => isV4(text) || isV6(text),
};

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const V4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const GROUP = /^[0-9a-fA-F]{1,4}$/;
const LONGEST = 100;
const GROUPS = 8;

/** Accepts four numbers without leading zeros. */
export function isV4(text: string): boolean {
  return V4.test(text);
}

/** Accepts eight groups, or fewer around one `::`. The last two may be an IPv4 address, and a zone may follow. */
export function isV6(text: string): boolean {
  const percent = text.indexOf('%');
  if (percent === text.length - 1 || text.includes('%', percent + 1)) return false;
  const address = percent === -1 ? text : text.slice(0, percent);
  if (address.length > LONGEST) return false;
  const last = address.slice(address.lastIndexOf(':') + 1);
  const isMixed = last.includes('.');
  if (isMixed && !isV4(last)) return false;
  const plain = isMixed ? `${address.slice(0, -last.length)}0:0` : address;
  const halves = plain.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' && halves.length === 2 ? [] : half.split(':')));
  const fits = halves.length === 2 ? groups.length < GROUPS : groups.length === GROUPS;
  return fits && groups.every((group) => GROUP.test(group));
}
