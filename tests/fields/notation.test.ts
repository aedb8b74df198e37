import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hex } from '../../src/fields/notation.ts';
import { hexRows } from '../tables/hex.ts';
import { itDescribes, itReads } from './_rows.ts';

const field = hex();
const digits = new Set('0123456789abcdefABCDEF');

describe('hexadecimal digits', () => {
  itReads(() => hex(), hexRows);
  itDescribes(field, hexRows, { schemaRefuses: ['string_type', 'hex'] });

  it('are accepted by their rule, and unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'09afAF', 'g', ' ', '\n', '０') }), (text) => {
        const areDigits = text !== '' && [...text].every((one) => digits.has(one));
        expect(field.parse(text) === text).toBe(areDigits);
      }),
    );
  });

  it('are written as a JSON string', () => {
    expect(field.write('00fF')).toBe('"00fF"');
  });
});
