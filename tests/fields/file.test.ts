import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { Issue } from '../../src/errors/issue.ts';
import type { IssueType } from '../../src/errors/table.ts';
import { Definitions } from '../../src/fields/definitions.ts';
import { dictionary } from '../../src/fields/dictionary.ts';
import { file } from '../../src/fields/file.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { unknown } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { UploadedFile } from '../../src/fields/values.ts';
import { typeOf } from './_rows.ts';

const sent = new UploadedFile('é.png', 'image/png', Uint8Array.of(0x89, 0x50));
const WRITTEN = '{"name":"é.png","type":"image/png","size":2}';

describe('a file', () => {
  it('is read as it is', () => {
    expect(file().parse(sent)).toBe(sent);
    expect(list(file()).parse([sent])).toEqual([sent]);
  });

  it.each([
    'é.png',
    '',
    null,
    undefined,
    2,
    true,
    [sent],
    { name: 'é.png', type: 'image/png', bytes: sent.bytes },
    sent.bytes,
  ])('is not %j', (raw) => {
    expect(typeOf(file().parse(raw))).toBe('file_type' satisfies IssueType);
    expect(file().parse(raw)).toMatchObject({ all: [{ input: raw, publicType: 'value_error' }] });
  });

  it.each([
    [0, 'bytes_too_long'],
    [1, 'bytes_too_long'],
    [2, undefined],
    [3, undefined],
  ])('of two bytes where there may be %d is %s', (maxBytes, type) => {
    expect(typeOf(file({ maxBytes }).parse(sent))).toBe(type);
  });

  it("can't have less than no bytes", () => {
    expect(() => file({ maxBytes: -1 })).toThrow(
      'The option maxBytes of file() must be a whole number of at least 0, not -1',
    );
  });

  it.each([
    [text(), 'string_type'],
    [integer(), 'int_type'],
    [object({ name: text() }), 'model_attributes_type'],
    [dictionary(unknown()), 'dict_type'],
    [list(unknown()), 'list_type'],
  ])('is no value of another kind', (field, type) => {
    expect(typeOf(field.parse(sent))).toBe(type);
  });

  it('is shown without what is in it', () => {
    expect(file().write(sent)).toBe(WRITTEN);
    expect(unknown().write(new Issue('string_type', sent))).toBe(WRITTEN);
    expect(JSON.stringify({ sent })).toBe(`{"sent":${WRITTEN}}`);
  });

  it('is described as bytes where it comes in', () => {
    const schema = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
    expect(file().describe('input', new Definitions())).toEqual(schema);
    expect(file({ maxBytes: 2 }).describe('input', new Definitions())).toEqual({ ...schema, maxLength: 2 });
  });

  it('is described as it is written where it goes out', () => {
    const valid = new Ajv2020().compile(file().describe('output', new Definitions()));
    expect(valid(JSON.parse(WRITTEN))).toBe(true);
    expect(valid('é.png')).toBe(false);
    expect(valid({ name: 'é.png', type: 'image/png', size: -1 })).toBe(false);
  });
});
