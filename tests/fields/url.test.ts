import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withType } from '../../src/fields/refine.ts';
import { PLAIN_URL, uri, url } from '../../src/fields/url.ts';
import { urlRows } from '../tables/url.ts';
import { itDescribes, itReads, typeOf } from './_rows.ts';

/** The rule, with the parser asked about every text. */
function model(raw: string): string | undefined {
  const text = raw.replace(/^[\t\n\v\f\r ]+/, '').replace(/(?<![\t\n\v\f\r ])[\t\n\v\f\r ]+$/, '');
  if (!/^https?:\/\//i.test(text) || [...text].some(isForbidden)) return undefined;
  try {
    const { hostname } = new URL(text);
    const labels = hostname.replace(/\.$/, '').split('.');
    const isName = labels.join('.').length <= 253 && labels.every(isLabel);
    return isName || hostname.startsWith('[') ? text : undefined;
  } catch {
    return undefined;
  }
}

function isForbidden(character: string): boolean {
  return /[\s\\\p{White_Space}\p{Cc}\p{Cs}]/u.test(character);
}

function isLabel(label: string): boolean {
  const edges = [label.at(0), label.at(-1)];
  return (
    label !== '' &&
    label.length < 64 &&
    !edges.includes('-') &&
    [...label].every((one) => /[a-z0-9-]/.test(one))
  );
}

const hostPiece = fc.constantFrom(
  'a',
  'com',
  'xn',
  'x',
  '0x',
  '0',
  '00',
  '1',
  '127',
  '255',
  '256',
  'ff',
  '.',
  '.',
  '.',
  '-',
  '--',
  '%61',
  '%2e',
  '_',
  'é',
  '。',
  'ß',
  '@',
  ':',
  '80',
  '[',
  ']',
  '::1',
  '\u00ad',
  'a'.repeat(62),
);
const rest = fc.string({
  unit: fc.constantFrom(...'/?#.:@%[]|^"<>\\ \t\u00a0aZ0-_~é日😀\u0301\u200d', '\ud800'),
  maxLength: 6,
});
const spelt = fc
  .tuple(
    fc.constantFrom('', ' ', '\n', '\u00a0'),
    fc.constantFrom('http://', 'https://', 'HTTPS://', 'http:/', 'http:///', 'ftp://', 'http:\\\\'),
    fc.string({ unit: hostPiece, maxLength: 8 }),
    fc.constantFrom('', ':', ':0', ':80', ':8443', ':65535', ':65536', ':8a'),
    fc.oneof(
      fc.constant(''),
      rest.map((text) => `/${text}`),
      rest,
    ),
    fc.constantFrom('', ' ', '\t', '\u2003'),
  )
  .map((parts) => parts.join(''));

const field = url();

describe('a URL', () => {
  itReads(() => url(), urlRows);
  itDescribes(field, urlRows, { schemaRefuses: ['url_type', 'url_scheme'] });

  it('agrees with its model', () => {
    fc.assert(
      fc.property(fc.oneof(spelt, fc.string()), (text) => {
        const outcome = field.parse(text);
        expect(typeOf(outcome) ? undefined : outcome).toBe(model(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('that the fast path accepts is valid for the parser', () => {
    const host = fc.string({
      unit: fc.constantFrom('a', 'x', 'n', 'f', '0', '1', '255', '.', '-', 'com'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(host, fc.constantFrom('', ':1', '/', '/\\', '?a', '#é'), (name, end) => {
        const text = `http://${name}${end}`;
        if (PLAIN_URL.test(text)) expect(model(text)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    'http://example.com',
    'https://www.example.co.uk:8443/a?b#c',
    'HTTP://LOCALHOST:8000/',
    'http://127.0.0.1',
  ])('is accepted by the fast path: %s', (text) => {
    expect(PLAIN_URL.test(text)).toBe(true);
  });

  it('with a Latin letter beyond ASCII is read repeatedly', () => {
    const texts = Array.from({ length: 20000 }, (_, at) => `http://b\u00fccher.example/${at}`);
    expect(texts.filter((text) => field.parse(text) !== text)).toEqual([]);
  });

  it.each(['http://', 'http:\t//', 'ht\ntp:/\r/', 'http://ada@\t', 'http:\\\\', ' http:'])(
    'has a host of limited length after %j',
    (start) => {
      for (const field of [url({ values: 'fastapi' }), uri({ values: 'fastapi' })]) {
        expect(field.parse(`${start}${'a.'.repeat(500)}example/`)).toMatch(/^http:\/\//);
        const long = field.parse(`${start}${'a.'.repeat(600)}example/`);
        expect(long).toMatchObject({ all: [{ type: 'url_parsing' }] });
      }
    },
  );

  it('has a format in the schemas of requests alone', () => {
    expect(field.describe('request')).toMatchObject({ type: 'string', format: 'uri' });
    for (const side of ['input', 'output'] as const)
      expect(field.describe(side)).toEqual({ type: 'string', pattern: expect.any(String) });
  });

  it('may be longer in a reply than it was sent', () => {
    const read = url({ values: 'fastapi' });
    const user = '界'.repeat(500);
    const normal = `http://${encodeURIComponent(user)}@example.com/`;
    expect(read.parse(`http://${user}@example.com`)).toBe(normal);
    expect(read.writeValid(normal)).toBe(JSON.stringify(normal));
    expect(read.parse(normal)).toMatchObject({ all: [{ type: 'url_too_long' }] });
    // The host becomes four times as long, and Punycode.
    const host = read.parse(`http://${'㍿'.repeat(250)}/`);
    expect(host).toMatch(/^http:\/\/xn--.{1000}/);
    expect(read.writeValid(host)).toBe(JSON.stringify(host));
    expect(withType(read, 'value_error').writeValid(host)).toBe(JSON.stringify(host));
    const any = uri({ values: 'fastapi' });
    for (const text of [`ftp://${'㍿'.repeat(250)}/`, 'mailto:a b', 'URN:x'])
      expect(any.writeValid(any.parse(text))).toBe(any.write(String(any.parse(text))));
    expect(any.writeValid('example.com')).toMatchObject({ all: [{ type: 'url_relative' }] });
    expect(read.writeValid('ftp://example.com')).toMatchObject({ all: [{ type: 'url_scheme' }] });
    expect(read.writeValid('http://a b')).toMatchObject({ all: [{ type: 'url_parsing' }] });
  });

  it('names the invalid character in its message', () => {
    expect(field.parse('http://example.com/\u{10ffff}\u00a0')).toMatchObject({
      all: [{ context: { codePoint: 0xa0 } }],
    });
  });

  it('is written so that JSON reads it back', () => {
    fc.assert(
      fc.property(spelt, (text) => {
        expect(JSON.parse(field.write(text))).toBe(text);
      }),
    );
  });
});
