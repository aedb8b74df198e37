import { Issues } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { ip } from '../fields/ip.ts';
import { text } from '../fields/text.ts';
import { type DocumentIssueType, wrong } from './issues.ts';

/** Networks of IPv4 and IPv6, as Python's `ipaddress` reads them. */
type Version = 'v4' | 'v6';

interface Kind {
  readonly type: DocumentIssueType;
  readonly versions: readonly Version[];
  /** The address of an interface may be any in its network; that of a network must be the first. */
  readonly isInterface: boolean;
  readonly name: string;
}

/** Makes the field of a network, such as `192.0.2.0/24`, or of an address in one. */
function networkField({ type, versions, isInterface, name }: Kind): AnyField {
  const whole = versions.map((version) => ip(version, { values: 'fastapi' }));
  const isNetwork = (raw: string) => versions.some((version) => reads(raw, version, isInterface));
  const isNumber = (raw: unknown) => whole.some((each) => !(each.parse(raw) instanceof Issues));
  return derive(text(), {
    parse: (raw) => ((typeof raw === 'string' ? isNetwork(raw) : isNumber(raw)) ? raw : wrong(type, raw)),
    typeName: () => name,
    samples: () => ({
      accepted: ['192.0.2.0/24', '2001:db8::/32'],
      refused: ['192.0.2.0/33', '2001:db8::/129', '192.0.2.1/24'],
    }),
    takesAnyText: false,
  });
}

function kindOf(version: Version | 'any', what: 'network' | 'interface'): Kind {
  const named = `${version === 'v4' ? 'IPv4' : 'IPv6'}${what === 'network' ? 'Network' : 'Interface'}`;
  const isAny = version === 'any';
  return {
    type: `ip_${version}_${what}`,
    versions: isAny ? ['v4', 'v6'] : [version],
    isInterface: what === 'interface',
    name: isAny
      ? 'function-plain[_validate()]'
      : `lax-or-strict[lax=function-plain[ip_${version}_${what}_validator()],strict=json-or-python[json=function-after[${named}(), str],python=is-instance[${named}]]]`,
  };
}

/** The fields of networks, by format. */
export const networkFormats: ReadonlyMap<string, () => AnyField> = new Map(
  (['v4', 'v6', 'any'] as const).flatMap((version) =>
    (['network', 'interface'] as const).map((what): [string, () => AnyField] => [
      `ip${version === 'any' ? 'vany' : version}${what}`,
      () => networkField(kindOf(version, what)),
    ]),
  ),
);

const bits: Readonly<Record<Version, number>> = { v4: 32, v6: 128 };
const addresses = { v4: ip('v4'), v6: ip('v6') } as const;
const PREFIX = /^[0-9]{1,5}$/;

function reads(raw: string, version: Version, isInterface: boolean): boolean {
  const [address = '', mask, ...others] = raw.split('/', 3);
  if (others.length > 0 || addresses[version].parse(address) instanceof Issues) return false;
  const length = mask === undefined ? bits[version] : prefixOf(mask, version);
  if (length === undefined || length > bits[version]) return false;
  const free = BigInt(bits[version] - length);
  return isInterface || (numberOf(address, version) & ((1n << free) - 1n)) === 0n;
}

/** The length of a prefix. IPv4 also allows a netmask or a host mask. */
function prefixOf(mask: string, version: Version): number | undefined {
  if (PREFIX.test(mask)) return Number(mask);
  if (version === 'v6' || addresses.v4.parse(mask) instanceof Issues) return undefined;
  const number = numberOf(mask, 'v4').toString(2).padStart(bits.v4, '0');
  if (/^1*0*$/.test(number)) return number.indexOf('0') === -1 ? bits.v4 : number.indexOf('0');
  return /^0*1*$/.test(number) ? number.indexOf('1') : undefined;
}

/** Converts an address to a number. */
function numberOf(address: string, version: Version): bigint {
  if (version === 'v4')
    return address.split('.').reduce((number, octet) => (number << 8n) + BigInt(octet), 0n);
  const [before = [], after] = withoutZone(address).split('::', 2).map(groupsOf);
  const groups = [...before, ...zeros(8 - before.length - (after?.length ?? 0)), ...(after ?? [])];
  return groups.reduce((number, group) => (number << 16n) + group, 0n);
}

function withoutZone(address: string): string {
  const percent = address.indexOf('%');
  return percent === -1 ? address : address.slice(0, percent);
}

/** The groups of an IPv6 address. The last two may be written as an IPv4 address. */
function groupsOf(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return BigInt(`0x${group}`);
    const number = numberOf(group, 'v4');
    return [number >> 16n, number & 0xffffn];
  });
}

function zeros(count: number): bigint[] {
  return new Array<bigint>(Math.max(count, 0)).fill(0n);
}
