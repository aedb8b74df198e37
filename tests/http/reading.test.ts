import { describe, expect, it } from 'vitest';
import { onEveryHost } from '../_client.ts';

/** Reading raw parts from bytes, and refusals before any field is parsed. */

const USER = '{"name":"Ada","email":"ada@example.com","age":36}';
const bytes = (...values: number[]) => Uint8Array.from(values);

onEveryHost((send) => {
  const sendAs = (type: string | undefined, body: string | Uint8Array, more: Record<string, string> = {}) =>
    send({
      method: 'POST',
      target: '/users/',
      headers: { ...(type !== undefined && { 'Content-Type': type }), ...more },
      body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    });

  describe('the content type', () => {
    it.each([
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset=UTF-8',
      'application/json ; x=y',
      'application/problem+json',
      'application/vnd.api+json; version=1',
    ])('%s is read as JSON', async (type) => {
      expect((await sendAs(type, USER)).status).toBe(201);
    });

    it('is JSON if it is missing', async () => {
      expect((await sendAs(undefined, USER)).status).toBe(201);
    });

    it.each([
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'application/json garbage',
      'application/json\ta',
      'application/a b+json',
      'application/+json',
      'application/json, application/json',
      'image/svg+json',
      ';charset=utf-8',
    ])('%s is refused with a 415', async (type) => {
      const { status, json } = await sendAs(type, USER);
      expect(status).toBe(415);
      expect(json.detail).toBe('The content type of the body must be application/json');
    });

    it('is ignored without a body', async () => {
      expect((await sendAs('text/plain', '')).status).toBe(422);
    });
  });

  it.each(['gzip', 'br', 'deflate, gzip'])('refuses the content encoding %s with a 415', async (coding) => {
    const { status, json } = await sendAs('application/json', USER, { 'Content-Encoding': coding });
    expect(status).toBe(415);
    expect(json.detail).toBe('The body must be sent without a content encoding');
  });

  it.each(['identity', 'Identity', ''])('ignores the content encoding %s', async (coding) => {
    expect((await sendAs('application/json', USER, { 'Content-Encoding': coding })).status).toBe(201);
  });

  describe('a body that is not JSON', () => {
    it.each([
      ['{"name":}', 'line 1, column 9'],
      ['{"name":"Ada",\n  "age":36,}', 'line 2, column 12'],
      ["{'name':'Ada'}", 'line 1, column 2'],
      ['{"age":NaN}', 'line 1, column 8'],
      ['[Infinity]', 'line 1, column 2'],
      ['{"age":036}', 'line 1, column 9'],
      ['{"age":36} // comment', 'line 1, column 12'],
      ['{"name":"A\tda"}', 'line 1, column 11'],
      ['{"name":"Ada"', 'line 1, column 14'],
      [' ', 'line 1, column 2'],
    ])('is refused with a 400 that says where: %j', async (body, place) => {
      const { status, json } = await sendAs('application/json', body);
      expect(status).toBe(400);
      expect(json.detail).toMatch(new RegExp(`^Malformed JSON at ${place}: expected \\w+`));
    });

    it.each([
      [bytes(0x22, 0xff, 0x22), 1],
      [bytes(0x22, 0xc0, 0xaf, 0x22), 1],
      [bytes(0x22, 0xed, 0xa0, 0x80, 0x22), 2],
      [bytes(0x22, 0xe2, 0x82), 3],
      [bytes(0x22, 0xe2, 0x82, 0x22), 3],
      [bytes(0x22, 0x80, 0x22), 1],
      [bytes(0x22, 0xe0, 0x9f, 0x80, 0x22), 2],
      [bytes(0x22, 0xf0, 0x8f, 0x80, 0x80, 0x22), 2],
      [bytes(0x22, 0xf4, 0x90, 0x80, 0x80, 0x22), 2],
      [bytes(0x22, 0xf5, 0x80, 0x80, 0x80, 0x22), 1],
      [bytes(0x22, 0xef, 0xbf, 0xbd, 0xc3, 0x22), 5],
      [bytes(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00), 0],
    ])('is refused with a 400 that says from which byte on it is not UTF-8: %s', async (body, offset) => {
      const { status, json } = await sendAs('application/json', body);
      expect(status).toBe(400);
      expect(json.detail).toBe(`The body is not UTF-8 from byte ${offset} on`);
    });
  });

  it('accepts a literal U+FFFD', async () => {
    const { status, json } = await sendAs('application/json', USER.replace('Ada', '\ufffd'));
    expect(status).toBe(201);
    expect(json.name).toBe('\ufffd');
  });

  it('skips a byte order mark', async () => {
    expect((await sendAs('application/json', `\uFEFF${USER}`)).status).toBe(201);
  });

  it.each([
    ['64 levels', 64, 422],
    ['65 levels', 65, 400],
    ['a body full of brackets', 65_536, 400],
  ])('takes nesting of up to 64 levels: %s', async (_, levels, expected) => {
    const depth = Number(levels);
    const closing = depth < 100 ? ']'.repeat(depth) : '';
    const { status, json } = await sendAs('application/json', '['.repeat(depth) + closing);
    expect(status).toBe(expected);
    if (expected === 400) expect(json.detail).toBe('The body is nested more than 64 levels deep');
  });

  it.each([
    [65_536, 201],
    [65_537, 413],
    [300_000, 413],
  ])('takes a body of %d bytes with %d', async (length, expected) => {
    const { status, json } = await sendAs('application/json', USER.padEnd(length));
    expect(status).toBe(expected);
    if (expected === 413) expect(json.detail).toBe('The body is larger than 65536 bytes');
  });

  it('limits the body of a webhook, which it does not parse', async () => {
    const headers = { 'X-Webhook-Signature': 'ab' };
    const { status } = await send({ method: 'POST', target: '/webhook', headers, body: ' '.repeat(65_537) });
    expect(status).toBe(413);
  });

  it.each(['', 'null', ' null ', '\uFEFF'])('treats %j as a missing body', async (body) => {
    const { status, json } = await sendAs('application/json', body);
    expect(status).toBe(422);
    expect(json.detail).toEqual([
      { type: 'missing', loc: ['body'], msg: 'Body: field required', input: null },
    ]);
  });

  it.each(['[]', '[{"name":1}]', '"{}"', '5', 'true'])('refuses %s in place of an object', async (body) => {
    const { status, json } = await sendAs('application/json', body);
    expect(status).toBe(422);
    expect(json.detail).toEqual([
      { type: 'dict_type', loc: ['body'], msg: 'Body: must be an object', input: JSON.parse(body) },
    ]);
  });

  it('lets the last of several equal keys win', async () => {
    const { json } = await sendAs(
      'application/json',
      `{"age":"x","\\u0061ge":7,${USER.slice(1, -1).replace('36', '38')}}`,
    );
    expect(json.age).toBe(38);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'toJSON', 'valueOf'])(
    'ignores %s like any unknown key, parameter and header',
    async (name) => {
      const poisoned = `{"${name}":{"name":"x","age":1},"email":"ada@example.com"}`;
      const { json } = await sendAs('application/json', poisoned);
      expect(json.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual(['name', 'age']);
      expect((await send({ target: `/search/?query=x&${name}=y`, headers: { [name]: 'z' } })).json).toEqual({
        query: 'x',
        sort_by: 'relevance',
        page: 1,
      });
    },
  );

  describe('a query', () => {
    it.each(
      [
        ['query=a+b%20c', 'a b c'],
        ['query=a%2Bb%26c%3Dd=e', 'a+b&c=d=e'],
        ['query=first&query=last', 'last'],
        ['qu%65ry=named', 'named'],
        ['%71%75%65%72%79=%6eamed', 'named'],
        ['query=first&%71uery=last', 'last'],
        ['query=first&query', ''],
        ['query=x&quer%79%=y&quer%7=y&quer&%79=y&quer+=y', 'x'],
        ['query=x&Query=y&queryy=y&quer=y&%20query=y&query%00=y&xquery=y', 'x'],
        ['=query&=&query=x&=query=y', 'x'],
        [`${'&'.repeat(4000)}query=x${'&a=b'.repeat(900)}`, 'x'],
        [`${'a'.repeat(4000)}&query=${'x'.repeat(2000)}&page=1`, 'x'.repeat(2000)],
        ['query', ''],
        ['query=%C3%A9%F0%9F%98%80', 'é😀'],
        ['query=%EF%BB%BFx', '\uFEFFx'],
        ['query=%ff', '\uFFFD'],
        ['query=%c3', '\uFFFD'],
        ['query=+%ff+%41', ' \uFFFD A'],
        ['query=%zz%', '%zz%'],
        ['query=%00', '\0'],
        ['&&query=x&=&', 'x'],
      ].map(([query, expected]) => ({ query, expected })),
    )('of $query is read as $expected', async ({ query, expected }) => {
      const { status, json } = await send({ target: `/search/?${query}` });
      expect(status).toBe(200);
      expect(json.query).toBe(expected);
    });
  });
});
