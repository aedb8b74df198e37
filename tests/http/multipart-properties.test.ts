import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/contract/outcome.ts';
import { UploadedFile } from '../../src/fields/values.ts';
import { readMultipart } from '../../src/http/multipart.ts';
import { bytesOf, type Fields, shown } from './_forms.ts';

const TYPE = 'multipart/form-data; boundary=b';
const END = '--b--\r\n';
const read = (body: string, type = TYPE) => shown(readMultipart(bytesOf(body), type));
const part = (disposition: string, content = 'x') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const one = part('name="a"');

describe('any multipart form', () => {
  /** Line ends of names and texts become CR LF on the way, and half a surrogate pair U+FFFD. */
  const anyText = fc
    .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', '%', '\\', '\r\n--', 'é💡', '\0', ''))
    .map((each) => each.toWellFormed().replace(/\r\n?|\n/g, '\r\n'));
  /** Control characters are refused, and two backslashes taken for one. */
  const anyName = anyText.map((each) => each.replace(/(?!\r\n)[^\P{Cc}\r\n]|\\(?=\\)/gu, ''));
  const anyFile = fc.record({ name: anyName.filter((name) => name !== ''), bytes: fc.uint8Array() });
  const entries = fc.array(fc.tuple(anyName, fc.oneof(anyText, anyFile)));

  it('is read as fetch writes it', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        const data = new FormData();
        const expected = new Map<string, unknown[]>();
        for (const [name, value] of all) {
          if (typeof value === 'string') data.append(name, value);
          else data.append(name, new File([value.bytes], value.name));
          const type = 'application/octet-stream';
          const own = typeof value === 'string' ? value : new UploadedFile(value.name, type, value.bytes);
          expected.set(name, [...(expected.get(name) ?? []), own]);
        }
        const sent = new Response(data);
        const bytes = new Uint8Array(await sent.arrayBuffer());
        expect(readMultipart(bytes, sent.headers.get('content-type') ?? '')).toEqual(expected);
      }),
    );
  });

  const pieces = [
    '\r',
    '\n',
    '\r\n',
    '-',
    '--',
    '\r\n--',
    'b',
    '\r\n--b',
    '\r\n--b\r\n',
    '--b--',
    ' ',
    'x',
    ':',
  ];
  const nearForm = fc
    .array(
      fc.constantFrom(
        ...pieces,
        '\r\n\r\n',
        '\r\n--b--',
        'Content-Disposition: form-data; name="a"',
        one,
        '"',
        '\xff',
      ),
    )
    .map((all) => all.join(''));

  it('is read or refused, whatever its bytes are', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          nearForm,
          nearForm.map((body) => one + body),
        ),
        (body) => void read(body),
      ),
    );
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (bytes, type) => void shown(readMultipart(bytes, type))),
    );
    fc.assert(
      fc.property(
        fc.string(),
        (parameters) => void read(one + END, `multipart/form-data; boundary=${parameters}`),
      ),
    );
  });

  /** A file that begins with the boundary seems to be the end of the headers' empty line. */
  it('keeps text that is not a delimiter', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (all) => {
        const bytes = all.join('');
        const expected: Fields = [['a', { file: 'f', type: 'text/plain', bytes }]];
        const form = read(part('name="a"; filename="f"', bytes) + END);
        if (`\r\n${bytes}`.includes('\r\n--b')) expect(form).not.toEqual(expected);
        else expect(form).toEqual(expected);
      }),
    );
  });

  it('is refused if it is truncated', () => {
    const whole = bytesOf(`${one}${part('name="b"; filename="f"', 'a\r\n--\r\n')}--b--`);
    for (let length = 1; length < whole.length; length++)
      expect(readMultipart(whole.subarray(0, length), TYPE)).toBeInstanceOf(Refusal);
  });
});
