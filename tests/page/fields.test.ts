import { expect, it } from 'vitest';
import type { FieldData, Operation } from '../../src/page/browser/case.ts';
import { fileMarks, readField, writeField, writeFiles } from '../../src/page/browser/fields.ts';
import { markOf } from '../../src/page/browser/files.ts';

/** The fields of the form, read from the text of a request and written to it. */

const operation: Operation = {
  name: 'change',
  method: 'PUT',
  path: '/lamps/{id}',
  summary: '',
  isChecked: true,
  requests: [],
  fields: [],
  secrets: [],
  security: [],
};
const field = (place: string, kind: FieldData['kind']): FieldData => ({
  place,
  name: place.split('.').at(-1) ?? '',
  isRequired: false,
  kind,
});
const FORM = 'PUT /lamps/7\nContent-Type: application/x-www-form-urlencoded\n\n';
const PARTS =
  'PUT /lamps/7\nContent-Type: multipart/form-data; boundary=x\n\n--x\nContent-Disposition: form-data; name="a"\n\nb c\n--x--\n';
const withBody = (value: string) => `PUT /lamps/7\n\n{"a": ${value}}`;

it.each<[place: string, kind: FieldData['kind'], text: string, shown: string | undefined, isOther: boolean]>([
  ['path.id', 'number', 'PUT /lamps/7', '7', false],
  ['path.id', 'text', 'PUT /lamps/a%20b', 'a b', false],
  ['query.a', 'text', 'PUT /lamps/7?a=b+c', 'b c', false],
  ['query.a', 'text', 'PUT /lamps/7?a=%zz', '%zz', false],
  ['header.x', 'text', 'PUT /lamps/7\nX: a+b', 'a+b', false],
  ['query.a', 'text', 'PUT /lamps/7', undefined, false],
  ['query.a.b', 'text', 'PUT /lamps/7?a=1&a.b=2', '2', false],
  ['query.a.1', 'text', 'PUT /lamps/7?a=1&a=2', '2', false],
  ['header.X.Y', 'text', 'PUT /lamps/7\nX.Y: 1', '1', false],
  ['body.a', 'text', 'PUT /lamps/7', undefined, false],
  ['body.a', 'text', withBody('"b"'), 'b', false],
  ['body.a', 'date', withBody('"2026-01-01"'), '2026-01-01', false],
  ['body.a', 'text', withBody('7'), '7', true],
  ['body.a', 'text', withBody('null'), 'null', true],
  ['body.a', 'number', withBody('7'), '7', false],
  ['body.a', 'number', withBody('"7"'), '7', true],
  ['body.a', 'json', withBody('"7"'), '"7"', false],
  ['body.a', 'json', 'PUT /lamps/7\n\n{\n  "a": {\n    "b": 1\n  }\n}', '{\n  "b": 1\n}', false],
  ['body.a', 'choice', withBody('"red"'), '"red"', false],
  ['body.a', 'number', `${FORM}a=7`, '7', false],
  ['body.a', 'text', `${FORM}a=b+c`, 'b c', false],
  ['body.a', 'text', PARTS, 'b c', false],
])('%s of the kind %s in %j is %j', (place, kind, text, shown, isOther) => {
  const value = shown === undefined ? undefined : { shown, isOther };
  expect(readField(field(place, kind), text, operation)).toEqual(value);
});

it.each<[place: string, kind: FieldData['kind'], value: string | undefined, text: string, changed: string]>([
  ['path.id', 'text', 'a b', 'PUT /lamps/7', 'PUT /lamps/a%20b'],
  ['query.a', 'text', 'b&c', 'PUT /lamps/7', 'PUT /lamps/7?a=b%26c'],
  ['query.a', 'text', undefined, 'PUT /lamps/7?a=b', 'PUT /lamps/7'],
  ['header.x', 'text', 'a b', 'PUT /lamps/7\nX: y', 'PUT /lamps/7\nX: a b'],
  ['body.a', 'text', '7', withBody('"b"'), withBody('"7"')],
  ['body.a', 'number', '-7.5e3', withBody('1'), withBody('-7.5e3')],
  ['body.a', 'number', '07', withBody('1'), withBody('"07"')],
  ['body.a', 'json', '[1]', withBody('1'), withBody('[1]')],
  ['body.a', 'choice', '"red"', withBody('1'), withBody('"red"')],
  [
    'body.a',
    'json',
    '{\n  "b": 1\n}',
    'PUT /lamps/7\n\n{\n  "a": 1\n}',
    'PUT /lamps/7\n\n{\n  "a": {\n    "b": 1\n  }\n}',
  ],
  ['body.a', 'json', '{\n}', 'PUT /lamps/7\n\n{}', 'PUT /lamps/7\n\n{"a": {\n}}'],
  ['body.a', 'json', '1', 'PUT /lamps/7', 'PUT /lamps/7'],
  ['body.a', 'json', '1', 'PUT /lamps/7\n\n"x"', 'PUT /lamps/7\n\n"x"'],
  ['body.a', 'json', '{\n"b', 'PUT /lamps/7\n\n{\n  "a": 1\n}', 'PUT /lamps/7\n\n{\n  "a": {\n"b\n}'],
  ['body.a', 'number', '8', `${FORM}a=7`, `${FORM}a=8`],
  ['body.a', 'text', 'b&c', `${FORM}a=b`, `${FORM}a=b%26c`],
  ['body.a', 'text', '"d"', PARTS, PARTS.replace('b c', '"d"')],
])('%s of the kind %s gets %j in %j', (place, kind, value, text, changed) => {
  expect(writeField(field(place, kind), value, text, operation)).toBe(changed);
});

const file = new File(['a'], 'a "b".png', { type: 'image/png' });
const mark = markOf(file);
const MULTIPART = 'PUT /lamps/7\nContent-Type: multipart/form-data; boundary=x';
const FILE = `--x\nContent-Disposition: form-data; name="a"; filename="a %22b%22.png"\nContent-Type: image/png\n\n${mark}\n`;

it.each<[place: string, files: readonly File[], text: string, written: string, marks: readonly string[]]>([
  ['body', [file], 'PUT /', `PUT /\nContent-Type: image/png\n\n${mark}`, [mark]],
  ['body', [file], 'PUT /\nContent-Type: a/b\n\nold', `PUT /\nContent-Type: a/b\n\n${mark}`, [mark]],
  ['body', [], 'PUT /\n\nold', 'PUT /', []],
  ['body.a', [file], PARTS, `${MULTIPART}\n\n${FILE}--x--\n`, [mark]],
  ['body.a', [file, file], PARTS, `${MULTIPART}\n\n${FILE}${FILE}--x--\n`, [mark, mark]],
  ['body.a', [], PARTS, `${MULTIPART}\n\n--x--\n`, []],
  ['body.a', [file], MULTIPART, `${MULTIPART}\n\n${FILE}--x--\n`, [mark]],
  ['body.a', [file], 'PUT /\n\n{}', 'PUT /\n\n{}', []],
])('of the files of %s, %j in %j makes %j', (place, files, text, written, marks) => {
  expect(writeFiles(field(place, 'file'), files, text)).toBe(written);
  expect(fileMarks(field(place, 'file'), written)).toEqual(marks);
});
