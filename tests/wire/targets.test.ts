import { describe, expect, it } from 'vitest';
import { head } from './_bytes.ts';
import { expectRefused, expectReply, expectServed } from './_outcome.ts';
import { serve } from './_server.ts';
import { openWire } from './_wire.ts';

/** Raw targets, which no library has normalized; matching.test.ts has the routing of paths. */

const { port } = serve();
const ask = (method: string, target: string) => head(`${method} ${target} HTTP/1.1`, 'Host: a');
const notFound = { status: 404, body: '{"detail":"Not Found"}' };

describe('a target', () => {
  it.each([
    ['//users/'],
    ['//evil.example/docs/'],
    ['/users/../protected/'],
    ['/./protected/'],
    ['/users/%2e%2e/protected/'],
    ['/%70rotected/'],
    ['/protected%2F'],
    ['/protected/%00'],
    ['/users/;x'],
    ['/items//1'],
    ['/items/../'],
    ['/items/%2e/'],
    ['ftp://a/items/1'],
    ['http://a//users/'],
    ['http://a/users/../protected/'],
    ['http:///items/1'],
    ['http://user:secret@a/items/1'],
    ["h2+a-b.c://u_1.~!$&'()*+,;=:%-@a_1.~!$&'()*+,;=:%[]-/items/1"],
  ])('is not normalized to another path: %s', async (target) => {
    await expectServed(port(), ask('GET', target), notFound);
  });

  it.each([
    ['http://a/items/1', '1'],
    ['HTTP://other.example:81/items/1', '1'],
    ['https://[::1]/items/1', '1'],
    ['/items/..', '..'],
    ['/items/a%2Fb', 'a/b'],
    ['/items/%E2%82%AC', '€'],
    ['/items/%0d%0aX-Y:z', '\r\nX-Y:z'],
    ['/items/__proto__', '__proto__'],
    ['/items/1?quantity&quantity=&__proto__=1', '1'],
  ])('is read: %s', async (target, id) => {
    const { body } = await expectServed(port(), ask('GET', target));
    expect(JSON.parse(body)).toEqual({ item_id: id, quantity: null });
  });

  it.each(['%zz', '%', '%4', '%ff', '%00', '%c0%af', '%ed%a0%80', '%f4%90%80%80', 'a%C3'])(
    'with a segment that is no text is refused: %s',
    async (segment) => {
      const { body } = await expectServed(port(), ask('GET', `/items/${segment}`), { status: 400 });
      expect(JSON.parse(body).detail).toMatch(/item_id/);
    },
  );

  it.each([
    ['%zz%', '%zz%'],
    ['%ff', '\uFFFD'],
    ['%c0%af', '\uFFFD\uFFFD'],
    ['%00', '\0'],
    ['%0d%0aX-Y:z', '\r\nX-Y:z'],
  ])('has the query %s decoded', async (query, text) => {
    const { body } = await expectServed(port(), ask('GET', `/search/?query=${query}`));
    expect(JSON.parse(body).query).toBe(text);
  });

  it.each([
    ['/docs/?%0d%0aX-Y:z', '../docs?%0d%0aX-Y:z'],
    ['http://evil.example/docs/', '../docs'],
    ['/items/%0d%0aX-Y:z/', '../%0d%0aX-Y:z'],
  ])('redirects only to itself with or without the slash: %s', async (target, location) => {
    const { headers } = await expectServed(port(), ask('GET', target), { status: 307, body: '' });
    expect(headers.get('location')).toBe(location);
  });

  it('may be an asterisk, for OPTIONS', async () => {
    const { headers } = await expectServed(port(), ask('OPTIONS', '*'), { status: 204 });
    expect(headers.get('allow')).toBe('POST, GET, HEAD, OPTIONS');
  });

  it.each(['GET', 'HEAD', 'POST', 'DELETE', 'TRACE'])('may not be an asterisk, for %s', async (method) => {
    const detail = 'The target * is for OPTIONS only';
    const body = method === 'HEAD' ? '' : JSON.stringify({ detail });
    await expectServed(port(), ask(method, '*'), { status: 400, body });
  });

  it.each(['http://a', 'http://a?x=1'])('may be an absolute address without a path: %s', async (target) => {
    const { body } = await expectServed(port(), ask('GET', target));
    expect(JSON.parse(body)).toHaveProperty('endpoints');
  });

  it.each([
    'http://a\\b/items/1',
    'http://a"/items/1',
    'http://a|b/items/1',
    'http://a#/items/1',
    'http://user@@a/items/1',
    'http://user\\@a/items/1',
  ])('is refused if the start of its path is ambiguous: %s', async (target) => {
    await expectRefused(port(), ask('GET', target), 400);
  });

  it.each(['items*', '*1', '**', '2http://a/', '+a://b/', 'h_t://a/', 'http:a/', 'http:/a/', '://a/'])(
    'is refused if it is neither a path nor an address: %s',
    async (target) => {
      await expectRefused(port(), ask('GET', target), 400);
    },
  );

  it.each(['a:80', 'a', 'user@a:80'])('may not be an authority: %s', async (target) => {
    const wire = await openWire(port());
    wire.write(ask('GET', target));
    const reply = await wire.reply();
    expectReply(reply);
    expect([400, 404]).toContain(reply.status);
    wire.socket.destroy();
  });
});
