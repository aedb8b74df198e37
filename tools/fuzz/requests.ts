import { methods } from 'node:_http_common';
import { knownMethods } from '../../src/hosts/node/server/head.ts';
import { get, head, LAST_CHUNK } from '../../tests/wire/_bytes.ts';
import { mutate } from './mutation.ts';
import type { Random } from './random.ts';

/** Streams of requests, right ones and what becomes of them, one character for each byte. */
export function requestStream(random: Random): string {
  if (random.oneIn(30)) return random.texts(60, () => random.text(pieces));
  const text = random.texts(3, () => request(random)) || request(random);
  if (random.oneIn(4)) return text + get();
  const mutant = random.oneIn(3) ? mutateLines(text, random) : mutate(text, random, pieces);
  return (random.oneIn(3) ? mutate(mutant, random, pieces) : mutant) + get();
}

const known = methods.filter((name) => knownMethods.has(name) && name !== 'CONNECT');
const targets = [
  '/',
  '*',
  '//a',
  '/a?b=c&d',
  '/a#b?c#',
  'http://a/b',
  'HTTPS://u:p@[::1]:80?b',
  'ftp://a',
  '/%00',
];
const fieldTexts = [
  ...[
    'X-Y: z',
    'x-y:',
    'Cookie: a=b; c',
    '__proto__: a',
    'Content_Length: 3',
    "!#$%&'*+.^`|~0: \xff",
    'A:\tb\t',
  ],
  ...['Connection: keep-alive', 'connection:close', 'Connection: Keep-Alive, Content-Length', 'TE: trailers'],
  ...['Expect: 100-continue', 'Upgrade: h2c', 'Accept: */*', 'Range: bytes=0-1', 'X: a: b'],
];
const oddFields = [
  ...['Content-Length: 0', 'Content-Length: 3', 'content-length:3', 'Content-Length:', 'Content-Length : 3'],
  ...['Content-Length: +3', 'Content-Length: 3, 3', 'Content-Length: 0x3', 'Content-Length: 3 3', ' 3'],
  ...[
    'Content-Length: 03',
    'Content-Length: 3;',
    'Content-Length: -1',
    'Content-Length:\t3\t',
    'Content-Length\t: 3',
  ],
  ...['Content-Length: 18446744073709551615', 'Content-Length: 18446744073709551616', 'Content-Length: 9e9'],
  ...[
    'Transfer-Encoding: chunked',
    'transfer-encoding:CHUNKED',
    'Transfer-Encoding:',
    ' chunked',
    '\tchunked',
  ],
  ...['Transfer-Encoding : chunked', 'Transfer-Encoding: chunked, identity', 'Transfer-Encoding: ,chunked'],
  ...['Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: \x0bchunked', 'Transfer-Encoding: xchunked'],
  ...['Transfer-Encoding: chunked\0', 'Transfer-Encoding: "chunked"', 'Transfer-Encoding: chunked;q=1'],
  ...['Transfer-Encoding: chunked, chunked', 'Transfer-Encoding: identity', 'Transfer_Encoding: chunked'],
  ...[
    'Connection: close',
    'Connection: ,close',
    'Connection:\tclose',
    'Connection: close\x0b',
    'Connection: "close"',
  ],
  ...[
    'Connection: Upgrade',
    'Proxy-Connection: close',
    'Expect: the impossible',
    'Expect: 100-continue, 100-continue',
    'Host: b',
    'Host:',
    'Host: a b',
    'host: a,b',
  ],
  ...[
    ': z',
    '',
    '0',
    '3',
    '5;a',
    '-1',
    'ffffffffffffffff',
    '10000000000000000',
    'X',
    'X Y: z',
    'X\x00: z',
    '\xff: z',
  ],
  ...[
    'GET / HTTP/1.1',
    'GET /',
    'GET  / HTTP/1.1',
    'PRI * HTTP/2.0',
    'GET / HTTP/1.1 ',
    'GET / http/1.1',
    'GET / HTTP/1.2',
  ],
  ...[
    'GET / HTTP/2.0',
    'GET / HTTP/0.9',
    'CONNECT a:1 HTTP/1.1',
    'get / HTTP/1.1',
    'SOURCE / ICE/1.0',
    'OPTIONS * HTTP/1.1',
  ],
  ...[
    'GET / RTSP/1.0',
    'DESCRIBE / RTSP/1.0',
    'GETX / HTTP/1.1',
    'HTTP/1.1 200 OK',
    'POST / HTTP/1.0',
    'QUERY / HTTP/1.1',
  ],
];
const bodies = ['{"a":1}', 'abc', '\r\n\r\n', LAST_CHUNK, get(), '\0\xff', 'GET / HTTP/1.1\r\n', '0\r\n'];
const extensions = ['', '', '', ';a;b=c', ';a="b;c\\"\t\xff"', ';a', ';a=b'];
const oddExtensions = [
  '; a',
  ' ;a',
  ';a = b',
  ';',
  ';=',
  ';a="',
  ' ',
  '\t',
  ';a="b"c',
  ';"a"',
  ';a=b;',
  ';\xff',
  '_',
  ';a="\\',
];
const pieces = [
  ...[
    '\r',
    '\n',
    '\r\n',
    '\n\r',
    '\r\n\r\n',
    '\r\r\n',
    '\0',
    ' ',
    '\t',
    '\x0b',
    '\x0c',
    '\x1f',
    '\x7f',
    '\x80',
    '\x85',
  ],
  ...[
    '\xa0',
    '\xff',
    ':',
    ';',
    ',',
    '=',
    '"',
    '\\',
    '/',
    '?',
    '#',
    '@',
    '%',
    '[',
    ']',
    '<',
    '>',
    '{',
    '|',
    '^',
    '`',
  ],
  ...[
    '0',
    '1',
    '3',
    '9',
    'a',
    'f',
    'x',
    'X',
    '-',
    '+',
    '_',
    '.',
    '*',
    '(',
    ')',
    'HTTP/1.1',
    'http://',
    LAST_CHUNK,
    get(),
  ],
  ...oddFields,
  ...fieldTexts,
  ...oddExtensions,
];

function request(random: Random): string {
  const [version, framing, body] = framed(random);
  const method = random.text(random.oneIn(2) ? known : ['GET', 'POST', 'HEAD', 'OPTIONS']);
  const field = () => `${random.text(fieldTexts)}\r\n`;
  const line = `${method} ${target(random)} HTTP/${version}\r\n`;
  return `${line}Host: a\r\n${random.texts(2, field)}${framing}${random.texts(2, field)}\r\n${body}`;
}

function target(random: Random): string {
  if (random.oneIn(2)) return random.text(targets);
  return `/${random.texts(12, () => String.fromCharCode(0x21 + random.below(0x5e)))}`;
}

function framed(random: Random): readonly [version: string, fields: string, body: string] {
  const content = () => random.text(bodies);
  const [length, all] = [random.below(3), content()];
  if (length === 0)
    return [random.oneIn(4) ? '1.0' : '1.1', random.oneIn(2) ? '' : 'Connection: keep-alive\r\n', ''];
  if (length === 1) return [random.oneIn(8) ? '1.0' : '1.1', `Content-Length: ${all.length}\r\n`, all];
  const last = `${random.text(['0', '00', '0000'])}${extension(random)}`;
  const trailers = random.oneIn(4) ? [random.text(random.oneIn(3) ? oddFields : fieldTexts)] : [];
  const chunks = random.texts(3, () => chunk(random, content())) + head(last, ...trailers);
  return ['1.1', 'Transfer-Encoding: chunked\r\n', chunks];
}

function extension(random: Random): string {
  return random.text(random.oneIn(10) ? oddExtensions : extensions);
}

function chunk(random: Random, content: string): string {
  const size = content.length.toString(16);
  const written = random.text(['', '', '0', '000']) + (random.oneIn(2) ? size : size.toUpperCase());
  return `${written}${extension(random)}\r\n${content}\r\n`;
}

/** Adds, removes or swaps lines. */
function mutateLines(text: string, random: Random): string {
  const lines = text.split('\r\n');
  for (let left = 1 + random.below(2); left > 0; left--) {
    const [one, other] = [random.below(lines.length), random.below(lines.length)];
    const kind = random.below(4);
    if (kind < 2) lines.splice(one, 0, random.text(oddFields));
    else if (kind === 2) lines.splice(one, 1);
    else [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
  }
  return lines.join('\r\n');
}
