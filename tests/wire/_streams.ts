import { METHODS } from 'node:http';
import fc from 'fast-check';
import { knownMethods } from '../../src/hosts/node/server/head.ts';
import { get, head, LAST_CHUNK } from './_bytes.ts';

/** Requests of every shape, one character for each byte. */

const method = fc.oneof(
  fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS'),
  fc.constantFrom(...METHODS.filter((name) => knownMethods.has(name) && name !== 'CONNECT')),
);
const target = fc.oneof(
  fc.constantFrom('/', '*', '//a', '/a?b=c&d', '/a#b?c#', 'http://a/b', 'HTTPS://u:p@[::1]:80?b', 'ftp://a'),
  fc.stringMatching(/^\/[!-~]{0,12}$/),
);

const space = fc.constantFrom('', ' ', '\t', ' \t ');
const name = fc.oneof(
  fc.constantFrom('X-Y', 'x-y', 'Cookie', '__proto__', 'Content_Length'),
  fc.stringMatching(/^[!#$%&'*+.^`|~\w-]{1,8}$/),
);
const value = fc.oneof(
  fc.constantFrom('', 'a: b', 'chunked', 'close'),
  fc.stringMatching(/^[!-~\x80-\xff](?:[\t -~\x80-\xff]{0,10}[!-~\x80-\xff])?$/),
);
const field = fc.tuple(name, fc.constant(':'), space, value, space).map((parts) => parts.join(''));
const option = fc.constantFrom(
  'Connection: keep-alive',
  'connection:close',
  'Connection: Keep-Alive, Content-Length',
  'Expect: 100-continue',
  'Upgrade: h2c',
  'TE: trailers',
);
const fields = fc.array(fc.oneof({ arbitrary: field, weight: 4 }, option), { maxLength: 3 });

const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const content = fc.oneof(
  fc.string({ unit: byte, minLength: 1, maxLength: 20 }),
  fc.constantFrom('{"a":1}', '\r\n\r\n', LAST_CHUNK, get()),
);
const zeros = fc.constantFrom('', '', '0', '000');
const extensions = fc.oneof(
  fc.constantFrom('', '', ';a;b=c', ';a="b;c\\"\t\xff"'),
  fc.stringMatching(/^;[!#$%&'*+.^`|~\w-]{1,4}(?:=[!#$%&'*+.^`|~\w-]{1,4})?$/),
);
const digits = fc.constantFrom<(text: string) => string>(
  (text) => text.length.toString(16),
  (text) => text.length.toString(16).toUpperCase(),
);
const chunk = fc
  .tuple(content, zeros, digits, extensions)
  .map(([text, before, size, behind]) => `${before}${size(text)}${behind}\r\n${text}\r\n`);
const chunks = fc
  .tuple(fc.array(chunk, { maxLength: 3 }), zeros, extensions, fc.array(field, { maxLength: 2 }))
  .map(([all, before, behind, trailers]) => all.join('') + head(`${before}0${behind}`, ...trailers));

/** A version, the headers that speak of a body, and the body. */
const framed = fc.oneof(
  fc.constantFrom(['1.1', [], ''] as const, ['1.0', ['Connection: keep-alive'], ''] as const),
  content.map((body) => ['1.1', [`Content-Length: ${body.length}`], body] as const),
  chunks.map((body) => ['1.1', ['Transfer-Encoding: chunked'], body] as const),
);
const request = fc
  .tuple(method, target, framed, fields, fields)
  .map(
    ([verb, where, [version, framing, body], before, behind]) =>
      head(`${verb} ${where} HTTP/${version}`, 'Host: a', ...before, ...framing, ...behind) + body,
  );

/** Requests behind each other. */
export const requests: fc.Arbitrary<string> = fc
  .array(request, { minLength: 1, maxLength: 4 })
  .map((all) => all.join(''));
