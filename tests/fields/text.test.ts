import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { text } from '../../src/fields/text.ts';
import { type Row, refused } from '../tables/row.ts';
import { itDescribes, itReads } from './_rows.ts';

const rows: readonly Row<string>[] = [
  { input: '', value: '' },
  { input: ' a ', value: ' a ' },
  { input: '\0\ud800', value: '\0\ud800' },
  ...refused('string_type', [null, undefined, true, 0, [], ['a'], {}, Symbol('a')]),
];
const field = text();

describe('text', () => {
  itReads(() => text(), rows);
  itDescribes(field, rows, { schemaRefuses: ['string_type'] });

  it('is any string, written so that JSON reads it back', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'a"\\/\n\0\x7f\u2028é😀', '\ud800', '\udc00') }),
        (value) => {
          expect(field.parse(value)).toBe(value);
          expect(JSON.parse(field.write(value))).toBe(value);
        },
      ),
    );
  });
});
