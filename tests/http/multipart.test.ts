import { describe, expect, it } from 'vitest';
import { UploadedFile } from '../../src/fields/values.ts';
import { readMultipart } from '../../src/http/multipart.ts';
import { bytesOf, type Fields, shown } from './_forms.ts';

/** Bodies of `multipart/form-data`, in Latin-1: one character for each byte. Their boundary is `b` unless they say otherwise. */

const TYPE = 'multipart/form-data; boundary=b';
const read = (body: string, type = TYPE) => shown(readMultipart(bytesOf(body), type));

/** A part: what follows `Content-Disposition: form-data; `, perhaps further headers, and its content. */
const part = (disposition: string, content = 'x') =>
  raw(`Content-Disposition: form-data; ${disposition}`, content);
const raw = (headers: string, content = 'x') => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const END = '--b--\r\n';
const one = part('name="a"');
const x: Fields = [['a', 'x']];

describe('a multipart form', () => {
  it.each<[string, string, Fields]>([
    ['a text', one + END, x],
    [
      'several texts',
      `${one}${part('name="b"', 'y')}${part('name="a"', 'z')}${END}`,
      [
        ['a', 'x', 'z'],
        ['b', 'y'],
      ],
    ],
    ['an empty text', part('name="a"', '') + END, [['a', '']]],
    ['an empty name', part('name=""') + END, [['', 'x']]],
    [
      'names of every object',
      part('name="__proto__"') + part('name="toString"') + END,
      [
        ['__proto__', 'x'],
        ['toString', 'x'],
      ],
    ],
    ['no body', '', []],
    ['no part', END, []],
    ['no line end after the last boundary', `${one}--b--`, x],
    ['an epilogue', `${one}${END}bye\r\n--b\r\n${one}`, x],
    ['an epilogue on the last line', `${one}--b-- \n`, x],
    ['a preamble', `Of several parts.\r\n${one}${END}`, x],
    ['a preamble of 8 KiB', `${'-'.repeat(8190)}\r\n${one}${END}`, x],
    ['an empty line as a preamble', `\r\n${one}${END}`, x],
    ['the boundary within a line', part('name="a"', 'x--b\r\n --b') + END, [['a', 'x--b\r\n --b']]],
    ['the boundary after LF', part('name="a"', '\n--b\r\n\n--b--') + END, [['a', '\n--b\r\n\n--b--']]],
    [
      'near boundaries',
      part('name="a"', '\r\r\n-b\r\n--\r\n--B\r\n--a\r\n-') + END,
      [['a', '\r\r\n-b\r\n--\r\n--B\r\n--a\r\n-']],
    ],
    ['line ends only', part('name="a"', '\r\n\r\n\r\n') + END, [['a', '\r\n\r\n\r\n']]],
    ['UTF-8', part('name="\xc3\xa9"', '\xf0\x9f\x92\xa1') + END, [['é', '💡']]],
    ['a byte order mark', part('name="a"', '\xef\xbb\xbfx') + END, [['a', '\ufeffx']]],
    ['U+FFFD', part('name="a"', '\xef\xbf\xbd') + END, [['a', '\ufffd']]],
    ['NUL', part('name="a"', '\0') + END, [['a', '\0']]],
    ['headers in any spelling', raw('CONTENT-disposition:\t Form-Data ;NAME=a; ;') + END, x],
    [
      'headers in any order',
      raw('X-A: b\r\nContent-Type: text/plain\r\nContent-Disposition: form-data; name="a"') + END,
      x,
    ],
    ['a parameter that is not known', part('size=1; name="a"; x="\\\\"') + END, x],
    ['a colon in a header', part('name="a:b"\r\nX: a:b:') + END, [['a:b', 'x']]],
    ['a text of another type', part('name="a"\r\nContent-Type: application/octet-stream') + END, x],
    ['filename* alone', part('name="a"; filename*=utf-8\'\'b') + END, x],
    ...['7bit', '8bit', 'binary', 'Binary'].map((coding): [string, string, Fields] => [
      `the transfer encoding ${coding}`,
      part(`name="a"\r\nContent-Transfer-Encoding: ${coding}`) + END,
      x,
    ]),
  ])('may have %s', (_, body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  it.each([
    ['name="%22%0d%0A%0a"', '"\r\n\n'],
    ['name="%20%41%00"', '%20%41%00'],
    ['name=%22', '%22'],
    [String.raw`name="\"\\\d%22"`, '"\\\\d"'],
    [String.raw`name="C:\"`, 'C:\\'],
    [String.raw`name="C:\"; x="y"`, 'C:\\'],
  ])('reads %s as the name %j', (disposition, name) => {
    expect(read(part(disposition) + END)).toEqual([[name, 'x']]);
  });

  it.each<[string, string, string, string]>([
    ['with a type', 'filename="f.bin"\r\nContent-Type: image/png', 'f.bin', 'image/png'],
    ['with parameters', 'filename="f"\r\nContent-Type:  a/b; c=d \t', 'f', 'a/b; c=d'],
    ['without a type', 'filename="f"', 'f', 'text/plain'],
    [
      'without a name',
      'filename=""\r\nContent-Type: application/octet-stream',
      '',
      'application/octet-stream',
    ],
    ['with a path', 'filename="../C:\\dir\\f.txt"', '../C:\\dir\\f.txt', 'text/plain'],
    ['with quotation marks', 'filename="%22\\"\xc3\xa9"', '""é', 'text/plain'],
    ['with two names', "filename*=utf-8''%C3%A9; filename=e", 'e', 'text/plain'],
  ])('may have a file %s', (_, rest, file, type) => {
    const bytes = '\0\xff\r\n\r\n--\r\n-';
    expect(read(part(`name="a"; ${rest}`, bytes) + END)).toEqual([['a', { file, type, bytes }]]);
  });

  it('has files that are views of its bytes', () => {
    const whole = bytesOf(`..${part('name="a"; filename="f"', 'xyz')}${END}`);
    const form = readMultipart(Buffer.from(whole.buffer).subarray(2), TYPE);
    const [file] = (form instanceof Map && form.get('a')) || [];
    const bytes = file instanceof UploadedFile ? file.bytes : undefined;
    expect(bytes?.constructor).toBe(Uint8Array);
    expect(bytes?.buffer).toBe(whole.buffer);
    whole.set(bytesOf('X'), whole.indexOf(0x78));
    expect(bytes).toEqual(bytesOf('Xyz'));
  });

  it('has up to a thousand parts', () => {
    expect(read(one.repeat(1000) + END)).toEqual([['a', ...Array(1000).fill('x')]]);
    expect(read(one.repeat(1001) + END)).toBe('The form has more than 1000 parts');
  });

  it('has parts with headers of up to 8 KiB', () => {
    const filled = (length: number) => {
      const headers = 'Content-Disposition: form-data; name="a"\r\nX: ';
      return read(raw(headers.padEnd(length, '-')) + END);
    };
    expect(filled(8192)).toEqual(x);
    expect(filled(8193)).toBe('Part 1 of the form has headers of more than 8192 bytes');
  });
});

describe('a multipart form is refused', () => {
  const unopened = 'The form must begin with its boundary, on a line of its own';
  const unclosed = 'The form must end with its boundary and two hyphens';
  const goesOn = 'A line of the form begins with its boundary and does not end after it';
  const [undisposed, malformed] = ['has no Content-Disposition', 'has a malformed Content-Disposition'];
  const foreign = 'has a Content-Disposition other than form-data';
  const encoded = 'must be sent without a transfer encoding';

  it.each([
    ['text', 'a=x', unopened],
    ['another boundary', one.replace('--b', '--c'), unopened],
    ['a boundary that ends a line', `x${one}${END}`, unopened],
    ['a boundary after LF', `\n${one}${END}`, unopened],
    ['a preamble of more than 8 KiB', `${'-'.repeat(8191)}\r\n${one}${END}`, unopened],
    ['no end', one, unclosed],
    ['an end in a text', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx', unclosed],
    ['an end in the headers', `${one}--b\r\nContent-Disposition: form`, unclosed],
    ['an end after a boundary', `${one}--b`, unclosed],
    ['an end after a boundary line', `${one}--b\r\n`, unclosed],
    ['an end within the last boundary', `${one}--b-`, unclosed],
    ['a line that goes on after the boundary', part('name="a"', 'x\r\n--bc\r\n') + END, goesOn],
    ['a line that goes on after a hyphen', part('name="a"', 'x\r\n--b-c\r\n') + END, goesOn],
    ['a boundary line that ends with a space', `${one.replace('--b', '--b ')}${END}`, goesOn],
    ['a boundary line that ends with LF', `${one.replace('--b\r', '--b')}${END}`, goesOn],
    ['lines that end with LF', (one + END).replaceAll('\r', ''), goesOn],
  ])('for %s', (_, body, detail) => {
    expect(read(body)).toBe(detail);
  });

  it.each([
    ['without headers', '--b\r\n\r\nx\r\n', undisposed],
    ['without a disposition', raw('Content-Type: text/plain'), undisposed],
    ['without a name', raw('Content-Disposition: form-data'), 'has no name'],
    ['with a file name only', part('filename="f"'), 'has no name'],
    ['with name* only', part("name*=utf-8''a"), 'has no name'],
    ['with another disposition', raw('Content-Disposition: attachment; name="a"'), foreign],
    ['with an empty disposition', raw('Content-Disposition:'), foreign],
    ['with two names', part('name="a"; NAME="a"'), malformed],
    ['with a name without its end', part('name="a'), malformed],
    ['with more after a name', part('name="a"b'), malformed],
    ['with spaces around an equals sign', part('name = "a"'), malformed],
    ['with a name that is not a token', part('name=a[0]'), malformed],
    ['with an empty token', part('name='), malformed],
    [
      'with two dispositions',
      part('name="a"\r\ncontent-disposition: form-data; name="a"'),
      'has the same header twice',
    ],
    [
      'with two types',
      part('name="a"\r\nContent-Type: a/b\r\nContent-Type: a/b'),
      'has the same header twice',
    ],
    ['with a line that is not a header', part('name="a"\r\nx'), 'has a malformed header'],
    ['with a header without a name', part('name="a"\r\n: x'), 'has a malformed header'],
    [
      'with a space before a colon',
      raw('Content-Disposition : form-data; name="a"'),
      'has a malformed header',
    ],
    ['with a folded header', raw('Content-Disposition: form-data;\r\n name="a"'), 'has a malformed header'],
    ['with LF in its headers', part('name="a"\nX: y'), 'has a malformed header'],
    ['with CR in its headers', part('name="a"\rX: y'), 'has a malformed header'],
    ['with NUL in its headers', part('name="a\0"'), 'has a malformed header'],
    ['with headers in Latin-1', part('name="\xe9"'), 'has headers that are not UTF-8'],
    [
      'with headers that end with LF',
      '--b\r\nContent-Disposition: form-data; name="a"\n\nx\r\n',
      'has headers that never end',
    ],
    [
      'without an empty line',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n',
      'has headers that never end',
    ],
    [
      'without content',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
      'has headers that never end',
    ],
    ['in Latin-1', part('name="a"', 'ab\xff'), 'is not UTF-8 from its byte 2 on'],
    ['cut off in a character', part('name="a"', '\xc3'), 'is not UTF-8 from its byte 1 on'],
    ...['base64', 'quoted-printable', 'x', ''].map((coding) => [
      `in the encoding ${coding}`,
      part(`name="a"\r\nContent-Transfer-Encoding: ${coding}`, 'eA=='),
      encoded,
    ]),
  ])('for a part %s', (_, body, detail) => {
    expect(read(one + body + END)).toBe(`Part 2 of the form ${detail}`);
  });
});

describe('the boundary of a multipart form', () => {
  const withBoundary = (boundary: string) => `--${boundary}${one.slice(3)}--${boundary}--`;
  const long = 'b'.repeat(70);

  it.each([
    ['boundary=b', 'b'],
    ['BOUNDARY=b', 'b'],
    ['boundary="b"', 'b'],
    ['charset=utf-8 ;\tboundary=b; ;x="y;boundary=c"', 'b'],
    ['boundary=B \t', 'B'],
    [`boundary=${long}`, long],
    [`boundary="a '()+_,-./:=?z"`, `a '()+_,-./:=?z`],
    ['boundary=----WebKitFormBoundaryJh0Pdh8PGEZNtERa', '----WebKitFormBoundaryJh0Pdh8PGEZNtERa'],
    ['boundary=--', '--'],
  ])('is taken from %s', (parameters, boundary) => {
    expect(read(withBoundary(boundary), `multipart/form-data; ${parameters}`)).toEqual(x);
  });

  const malformed = 'The content type of the form is malformed';
  const missing = 'The content type of the form has no boundary';
  const wrong = `The boundary of the form must be 1 to 70 letters, digits, spaces or '()+_,-./:=?, the last of them no space`;

  it.each([
    ['', missing],
    ['; charset=utf-8', missing],
    ["; boundary*=utf-8''b", missing],
    ['; boundary=""', wrong],
    [`; boundary=${long}b`, wrong],
    ['; boundary="b "', wrong],
    ['; boundary="b\\"', wrong],
    ['; boundary=b*', wrong],
    ['; boundary="é"', wrong],
    ['; boundary=', malformed],
    ['; boundary=b:c', malformed],
    ['; boundary = b', malformed],
    ['; boundary="b', malformed],
    ['; boundary=b; boundary=c', malformed],
    ['; boundary=b c', malformed],
  ])('is refused in the content type multipart/form-data%s', (parameters, detail) => {
    expect(read(withBoundary('b'), `multipart/form-data${parameters}`)).toBe(detail);
  });
});
