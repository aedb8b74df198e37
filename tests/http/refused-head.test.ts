import { expect, it } from 'vitest';
import { isHost } from '../../src/http/refused-head.ts';

/** Hosts with or without a port. */

it.each([
  ...['a', 'A.example.com.', '0', 'a:80', 'a:', 'a_b-c', 'a%41%c3%AF', "!$&'()*+;=~", '127.0.0.1:8000'],
  ...['[::1]', '[::1]:', '[::1]:8000', '[::FFFF:127.0.0.1]', '[2001:db8::a]'],
])('%s is one', (host) => {
  expect(isHost(host)).toBe(true);
});

it.each([
  ...['', ':', ':80', 'a:b', 'a:80x', 'a:8 ', 'a:1:2', 'a,b', 'a b', ' a', 'a ', 'é', 'a\n'],
  ...['a%', 'a%4', 'a%4g', 'a%g4', '%%41', 'user@a', 'a/b', 'a?b', 'a#b', 'a\\b', 'a[', 'a]'],
  ...['[]', '[:]', '[::1', '::1]', '[a]', '[::g]', '[:::]', '[1.2.3.4]', '[::1]x', 'x[::1]', '[::1]:x'],
  ...['[::1]:80@a', '[::1]/a', '[::1]?a', '[::1]:80 ', '[::1]:8:0', '[::1]:99999', '[::1].a'],
])('%j is none', (host) => {
  expect(isHost(host)).toBe(false);
});
