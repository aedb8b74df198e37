import fc from 'fast-check';

/** A change that makes something else of a stream, which may be an attack. */
type Change = (text: string) => string;

const odd = fc.constantFrom(
  ...['\r', '\n', '\r\n', '\n\r', '\r\n\r\n', '\0', ' ', '\t', '\x0b', '\x7f', '\x80', '\xa0', '\xff'],
  ...[':', ';', ',', '=', '"', '\\', '/', '?', '#', '@', '0', '1', 'a', 'x', '-', '+', '_', '.'],
);
const line = fc.constantFrom(
  ...['Content-Length: 0', 'Content-Length: 3', 'content-length:3', 'Content-Length:', 'Content-Length : 3'],
  ...['Content-Length: +3', 'Content-Length: 3, 3', 'Content-Length: 0x3', 'Content-Length: 3 3', ' 3'],
  ...[
    'Transfer-Encoding: chunked',
    'transfer-encoding:CHUNKED',
    'Transfer-Encoding:',
    ' chunked',
    '\tchunked',
  ],
  ...['Transfer-Encoding : chunked', 'Transfer-Encoding: chunked, identity', 'Transfer-Encoding: ,chunked'],
  ...['Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: \x0bchunked', 'Transfer-Encoding: xchunked'],
  ...[
    'Connection: close',
    'Connection: keep-alive',
    'Connection: ,close',
    'Connection:\tclose',
    'Upgrade: h2c',
  ],
  ...['Expect: 100-continue', 'Expect: the impossible', 'Host: b', 'Host:', 'X-Y', ': z', '', '0', '3', '-1'],
  ...['5;a', 'ffffffffffffffff', '10000000000000000', 'GET / HTTP/1.1', 'GET /', 'PRI * HTTP/2.0'],
);

/** A place in a text: anywhere, or where something begins or ends. */
type Place = (text: string) => number;

const number = fc.nat({ max: 9_999 });
const place: fc.Arbitrary<Place> = fc.oneof(
  number.map(
    (at): Place =>
      (text) =>
        at % (text.length + 1),
  ),
  number.map(
    (at): Place =>
      (text) => {
        const seams = [...text.matchAll(/\b|[\r\n]|$/g)];
        return seams[at % seams.length]?.index ?? 0;
      },
  ),
);

function put(text: string, at: number, length: number, instead: string): string {
  return text.slice(0, at) + instead + text.slice(at + length);
}

/** Puts something odd at a place, or in the place of as many characters. */
const putting = fc.tuple(place, fc.nat({ max: 2 }), odd).map(
  ([at, length, instead]): Change =>
    (text) =>
      put(text, at(text), length, instead),
);

const flipping = fc.tuple(place, fc.nat({ max: 7 })).map(
  ([where, bit]): Change =>
    (text) => {
      const at = where(text);
      return put(text, at, 1, String.fromCharCode((text.charCodeAt(at) || 0) ^ (1 << bit)));
    },
);

const leavingOut = fc.tuple(place, fc.integer({ min: 1, max: 12 })).map(
  ([at, length]): Change =>
    (text) =>
      put(text, at(text), length, ''),
);

const repeating = fc.tuple(place, place, fc.integer({ min: 1, max: 40 })).map(
  ([from, to, length]): Change =>
    (text) => {
      const start = from(text);
      return put(text, to(text), 0, text.slice(start, start + length));
    },
);

function changeLines(change: (lines: readonly string[]) => readonly string[]): Change {
  return (text) => change(text.split('\r\n')).join('\r\n');
}

const addingLine = fc
  .tuple(number, line)
  .map(([at, added]) => changeLines((lines) => lines.toSpliced(at % lines.length, 0, added)));

const swappingLines = fc.tuple(number, number).map(([one, other]) =>
  changeLines((lines) => {
    const [a, b] = [one % lines.length, other % lines.length];
    return lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '');
  }),
);

const change = fc.oneof(putting, flipping, leavingOut, repeating, addingLine, swappingLines);

/** The same texts, each with a few changes. */
export function changed(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(texts, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([text, changes]) => changes.reduce((before, apply) => apply(before), text));
}
