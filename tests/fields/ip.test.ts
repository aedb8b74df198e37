import { describe, expect, it, vi } from 'vitest';
import { ip } from '../../src/fields/ip.ts';
import { InexactNumber } from '../../src/text/json/reader.ts';
import { outcomeOf } from './_issues.ts';

/** Addresses, with the verdicts of Python's `ipaddress`. */

const inexact = (text: string) => new InexactNumber(text);

describe('an address of IPv6', () => {
  it.each([
    ['::', true],
    ['1:2:3:4:5:6:7:8', true],
    ['1:2:3:4:5:6::8', true],
    ['::ffff:192.0.2.1', true],
    ['fe80::1%eth0', true],
    ['1:2:3:4:5:6:7::8', false],
    ['1::2::3', false],
    ['1::2::3::4::', false],
    ['1:2:3::4:5::6:7:8', false],
    [':::', false],
    ['1:2:3:4:5:6:7', false],
    ['1:2:3:4:5:6:7:8:9', false],
    ['::12345', false],
    ['::ffff:192.0.2', false],
    ['fe80::1%', false],
    ['fe80::1%a%b', false],
    [`fe80::1%${'a'.repeat(100)}`, false],
  ])('%s: %s', (text, isOne) => {
    expect(outcomeOf(ip('v6'), text)).toEqual(isOne ? JSON.stringify(text) : [['', 'ip_v6_address']]);
  });
});

describe('a number', () => {
  it.each([
    ['v4', 2_130_706_433, '2130706433'],
    ['v4', true, '1'],
    ['v4', 2 ** 32, undefined],
    ['v4', -1, undefined],
    ['v4', 1.5, undefined],
    ['v6', inexact('340282366920938463463374607431768211455'), '340282366920938463463374607431768211455'],
    ['v6', inexact('340282366920938463463374607431768211456'), undefined],
    ['v6', inexact('1.50000000000000000000000001'), undefined],
    ['any', null, undefined],
    ['v4', 0, '0'],
  ] as const)('is an address of %s where FastAPI takes one: %s', (version, raw, value) => {
    const refused = [['', `ip_${version}_address`]];
    const expected = value === undefined ? refused : JSON.stringify(value);
    expect(outcomeOf(ip(version, { values: 'fastapi' }), raw)).toEqual(expected);
    expect(outcomeOf(ip(version), raw)).toEqual(refused);
  });
});

it.each(['192.0.2.1', '::1', `fe80::1%${'a'.repeat(92)}`])('an address of either version is %s', (text) => {
  expect(ip().parse(text)).toBe(text);
});

it.each(['192.0.2', '192.0.2.1.5', 'x', '', `fe80::1%${'a'.repeat(93)}`])('no address is %j', (text) => {
  expect(outcomeOf(ip(), text)).toEqual([['', 'ip_any_address']]);
});

it('is no number of millions of digits, which is not read', () => {
  const made = vi.spyOn(globalThis, 'BigInt');
  const raw = inexact('1'.repeat(1_000_000));
  expect(outcomeOf(ip('v6', { values: 'fastapi' }), raw)).toEqual([['', 'ip_v6_address']]);
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});

it('is described by its version, where it has one', () => {
  expect(ip('v4').describe('input')).toEqual({ type: 'string', format: 'ipv4' });
  expect(ip('v6').describe('output')).toEqual({ type: 'string', format: 'ipv6' });
  expect(ip().describe('input')).toEqual({ type: 'string' });
});
