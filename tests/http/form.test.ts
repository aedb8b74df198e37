import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UploadedFile } from '../../src/fields/values.ts';
import {
  type FormOptions,
  formValue,
  formValuesReader,
  type RawForm,
  readForm,
} from '../../src/http/form.ts';
import { bytesOf, type Fields, shown } from './_forms.ts';

/** Bodies of `application/x-www-form-urlencoded`, and the fields of any form. */

const read = (text: string) => shown(readForm(bytesOf(text)));

describe('a form', () => {
  it.each<[string, Fields]>([
    ['', []],
    [
      'a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a=1&b=2&a=3',
      [
        ['a', '1', '3'],
        ['b', '2'],
      ],
    ],
    ['a', [['a', '']]],
    [
      'a=&b=',
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    ['=x', [['', 'x']]],
    ['=', [['', '']]],
    ['&&a=1&', [['a', '1']]],
    ['&', []],
    ['a=b=c', [['a', 'b=c']]],
    ['a+b=c+d', [['a b', 'c d']]],
    ['a%2Bb=c%26d%3De', [['a+b', 'c&d=e']]],
    ['a=1;b=2', [['a', '1;b=2']]],
    ['a=%C3%A9', [['a', 'é']]],
    ['a=\xc3\xa9', [['a', 'é']]],
    ['%C3%A9=\xc3\xa9%C3%A9', [['é', 'éé']]],
    ['a=%ff', [['a', '\ufffd']]],
    ['a=\xff', [['a', '\ufffd']]],
    [
      'a=\xc3&b=1',
      [
        ['a', '\ufffd'],
        ['b', '1'],
      ],
    ],
    [
      'a=%zz%&%=%4',
      [
        ['a', '%zz%'],
        ['%', '%4'],
      ],
    ],
    ['a=%00\0', [['a', '\0\0']]],
    ['a=%EF%BB%BFx', [['a', '\ufeffx']]],
    ['\xef\xbb\xbfa=x', [['\ufeffa', 'x']]],
    ['a=one%0D%0Atwo', [['a', 'one\r\ntwo']]],
    [
      'a[0]=x&a[1]=y',
      [
        ['a[0]', 'x'],
        ['a[1]', 'y'],
      ],
    ],
    [
      '__proto__=x&constructor=y&__proto__=z',
      [
        ['__proto__', 'x', 'z'],
        ['constructor', 'y'],
      ],
    ],
  ])('%j is read as %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('is read as Chromium writes it', () => {
    const sent =
      'title=%C3%9Cn%C3%AFcode+%22quoted%22+%26+more&note=one%0D%0Atwo&tag=a&tag=b&agree=on' +
      '&odd%22na%0D%0Ame%5C=x&blank=&photo=pixel.png&photo=%C3%A9+%22q%22%5C.txt&none=';
    expect(read(sent)).toEqual([
      ['title', 'Ünïcode "quoted" & more'],
      ['note', 'one\r\ntwo'],
      ['tag', 'a', 'b'],
      ['agree', 'on'],
      ['odd"na\r\nme\\', 'x'],
      ['blank', ''],
      ['photo', 'pixel.png', 'é "q"\\.txt'],
      ['none', ''],
    ]);
  });

  /** Escapes of ASCII only: where others are not UTF-8, Node's reader takes characters beside them for bytes. */
  it('is read as URLSearchParams reads it', () => {
    const piece = fc.oneof(
      fc.constantFrom('&', '=', '+', '%', '%2', '%41', '%C3', '%A9', '%e2%82%ac', ';', 'a', '__proto__'),
      fc.string({ unit: 'binary-ascii' }),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = `&${pieces.join('')}`;
        const expected = new Map<string, string[]>();
        for (const [name, value] of new URLSearchParams(text))
          expected.set(name, [...(expected.get(name) ?? []), value]);
        expect(readForm(bytesOf(text))).toEqual(expected);
      }),
    );
  });

  it('of any bytes is read', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => readForm(bytes) instanceof Map));
  });

  it.each([
    ['a=1&'.repeat(1000), 1000],
    ['a&'.repeat(1000), 1000],
    [`${'&'.repeat(4000)}a=1`, 1],
  ])('has up to a thousand fields, without counting empty ones', (text, count) => {
    const form = readForm(bytesOf(text));
    expect(form instanceof Map && form.get('a')).toHaveLength(count);
  });

  it.each(['a=1&'.repeat(1001), Array.from({ length: 1001 }, (_, n) => n).join('&'), '=&'.repeat(1001)])(
    'is refused with more',
    (text) => {
      expect(read(text)).toBe('The form has more than 1000 fields');
    },
  );
});

describe('the fields of a form', () => {
  const none = new UploadedFile('', 'application/octet-stream', new Uint8Array());
  const some = new UploadedFile('a.txt', 'text/plain', new Uint8Array(1));
  const emptyOne = new UploadedFile('a.txt', 'text/plain', new Uint8Array());
  const nameless = new UploadedFile('', 'text/plain', new Uint8Array(1));

  it.each<
    [RawForm extends ReadonlyMap<string, infer Values> ? Values : never, unknown, unknown, FormOptions?]
  >([
    [[], undefined, undefined],
    [['x'], 'x', ['x']],
    [['x', 'y'], 'y', ['x', 'y']],
    [[''], undefined, ['']],
    [['x', ''], undefined, ['x', '']],
    [['', 'x'], 'x', ['', 'x']],
    [[''], '', [''], { isModel: true }],
    [[some], some, [some]],
    [[some, 'x'], 'x', [some, 'x']],
    [[none], undefined, undefined],
    [[none], none, [none], { emptyFiles: true }],
    [[some, none], undefined, [some]],
    [[emptyOne], emptyOne, [emptyOne]],
    [[nameless], nameless, [nameless]],
  ])('of which %j was sent have the value %j or the values %j (%j)', (sent, value, values, options) => {
    const form = new Map([['a', sent]]);
    expect(formValue(form, 'a', false, options)).toEqual(value);
    expect(formValue(form, 'a', true, options)).toEqual(values);
    expect(formValue(form, 'b', true, options)).toBeUndefined();
  });

  const names = ['a', 'tags', 'constructor'];
  const valuesOf = (text: string, options?: FormOptions) => {
    const form = readForm(bytesOf(text));
    return form instanceof Map
      ? formValuesReader(names, (name) => name === 'tags', options)(form)
      : undefined;
  };

  it.each<[string, object, FormOptions?]>([
    ['', {}],
    ['a=1&a=2&tags=x&other=1', { a: '2', tags: ['x'] }],
    ['a=&tags=', { tags: [''] }],
    ['a=&b=', { a: '', b: '' }, { isModel: true }],
    ['a=1&b=2&c=3&c=4', { a: '1', b: '2', c: ['3', '4'] }, { others: 'forbid' }],
    ['constructor=1', { constructor: '1' }],
  ])('%j are %j by their names (%j)', (text, expected, options) => {
    expect({ ...valuesOf(text, options) }).toEqual(expected);
  });

  it('are not read from the prototype', () => {
    const values = valuesOf('__proto__=x&tags=1', { others: 'forbid' });
    expect(Object.getPrototypeOf(values)).toBeNull();
    expect(Object.entries(values ?? {})).toEqual([
      ['tags', ['1']],
      ['__proto__', 'x'],
    ]);
  });
});
