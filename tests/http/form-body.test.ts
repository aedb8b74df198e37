import { describe, expect, it } from 'vitest';
import { UploadedFile } from '../../src/fields/values.ts';
import { formBodyReader } from '../../src/http/body.ts';
import { bytesOf } from './_forms.ts';

/** A form as the body of a request, by its headers. */

const reader = formBodyReader(['a', 'f'], () => false);
const headers = (type?: string, coding?: string) => {
  const all = new Map<string, string | undefined>([
    ['content-type', type],
    ['content-encoding', coding],
  ]);
  return (name: string) => all.get(name);
};

describe('the body of a form', () => {
  it.each([
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded;charset=UTF-8',
    'Multipart/Form-Data ; boundary=b',
    'multipart/form-data',
  ])('may be %s', (type) => {
    expect(reader.unsupported(headers(type))).toBeUndefined();
    expect(reader.unsupported(headers(type, 'identity'))).toBeUndefined();
    expect(reader.unsupported(headers(type, 'gzip'))).toMatchObject({ status: 415 });
  });

  it.each([
    undefined,
    '',
    'application/json',
    'text/plain',
    'multipart/mixed; boundary=b',
    'multipart/form-datax; boundary=b',
    'application/x-www-form-urlencoded, application/json',
  ])('is not %s', (type) => {
    const detail =
      'The content type of the body must be multipart/form-data or application/x-www-form-urlencoded';
    expect(reader.unsupported(headers(type))).toMatchObject({ status: 415, detail });
  });

  const part = '--b\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\nx\r\n--b--';

  it.each([
    ['application/x-www-form-urlencoded', 'a=1&a=2&b=3', { a: '2' }],
    ['multipart/form-data; boundary=b', part, { f: new UploadedFile('f.txt', 'text/plain', bytesOf('x')) }],
    ['multipart/form-data; boundary=b', '', {}],
    [undefined, '', {}],
  ])('as %s is read', (type, body, expected) => {
    const read = reader.read(bytesOf(body), headers(type));
    expect({ ...Object('value' in read ? read.value : read) }).toEqual(expected);
  });

  it('is refused if multipart/form-data is malformed', () => {
    const read = reader.read(bytesOf('a=1'), headers('multipart/form-data; boundary=b'));
    expect(read).toMatchObject({ status: 400 });
  });
});
