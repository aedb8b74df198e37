import { describe, it } from 'vitest';
import { head } from './_bytes.ts';
import { expectRefused, expectServed, expectServedLast } from './_outcome.ts';
import { serve } from './_server.ts';

/** The Host header (RFC 9112, 3.2). */

const { port } = serve();
const from = (...hosts: readonly string[]) =>
  head('GET /items/1 HTTP/1.1', ...hosts.map((host) => `Host: ${host}`));

describe('a Host', () => {
  it.each([
    'a',
    'a:80',
    'a:',
    'A.example.com.',
    'a_b',
    'a%41',
    "a!$&'()*+;=~b",
    '127.0.0.1:8000',
    '[::1]',
    '[::1]:8000',
    '[::ffff:127.0.0.1]',
    '\t a \t ',
  ])('is accepted: %j', async (host) => {
    await expectServed(port(), from(host));
  });

  it.each([
    '',
    ' ',
    ':80',
    'a:b',
    'a:-1',
    'a:+80',
    'a:1:2',
    'a b',
    'a,b',
    'a, b',
    'user@a',
    'user:secret@a',
    'a/b',
    'a?b',
    'a#b',
    'a\\b',
    'http://a',
    '<a>',
    '"a"',
    'a^b',
    'a|b',
    'a`b',
    '{a}',
    'a%4',
    'a%zz',
    '\xe9',
    '[::1',
    '::1]',
    '::1',
    '[a]',
    '[1:2]',
    '[:::::]',
    '[]',
    '[::1]a',
    'a\0b',
  ])('is refused: %j', async (host) => {
    await expectRefused(port(), from(host), 400);
  });

  it.each([
    ['none', []],
    ['two', ['a', 'b']],
    ['the same twice', ['a', 'a']],
    ['an empty one and another', ['', 'a']],
  ])('must be there once: not %s', async (_, hosts) => {
    await expectRefused(port(), from(...hosts), 400);
  });

  it.each([
    ['in two cases', head('GET /items/1 HTTP/1.1', 'Host: a', 'hOST: a')],
    ['beside an absolute target', head('GET http://a/items/1 HTTP/1.1', 'Host: a', 'Host: a')],
    ['behind the name and a space', head('GET /items/1 HTTP/1.1', 'Host : a')],
    ['missing beside an absolute target', head('GET http://a/items/1 HTTP/1.1')],
    ['with a path, in HTTP/1.0', head('GET /items/1 HTTP/1.0', 'Host: a/b')],
    ['twice, in HTTP/1.0', head('GET /items/1 HTTP/1.0', 'Host: a', 'Host: b')],
    ['missing beside an asterisk', head('OPTIONS * HTTP/1.1')],
  ])('is refused: %s', async (_, request) => {
    await expectRefused(port(), request, 400);
  });

  it('may be missing in HTTP/1.0', async () => {
    await expectServedLast(port(), head('GET /items/1 HTTP/1.0'));
  });
});
