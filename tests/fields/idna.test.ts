import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/fields/idna/characters.ts';
import { readLabel } from '../../src/fields/idna/label.ts';
import { mapDomain } from '../../src/fields/idna/mapping.ts';
import { decodePunycode, encodePunycode } from '../../src/fields/idna/punycode.ts';

/** From RFC 3492, section 7.1. */
const samples: readonly (readonly [text: string, encoded: string])[] = [
  ['ليهمابتكلموشعربي؟', 'egbpdaj6bu4bxfgehfvwxn'],
  ['他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
  ['他們爲什麽不說中文', 'ihqwctvzc91f659drss3x8bo0yb'],
  ['Pročprostěnemluvíčesky', 'Proprostnemluvesky-uyb24dma41a'],
  ['למההםפשוטלאמדבריםעברית', '4dbcagdahymbxekheh6e0a7fei0b'],
  ['यहलोगहिन्दीक्योंनहींबोलसकतेहैं', 'i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd'],
  ['なぜみんな日本語を話してくれないのか', 'n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa'],
  ['TạisaohọkhôngthểchỉnóitiếngViệt', 'TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g'],
  ['3年B組金八先生', '3B-ww4c5e180e575a65lsy2b'],
  ['安室奈美恵-with-SUPER-MONKEYS', '-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n'],
  ['Hello-Another-Way-それぞれの場所', 'Hello-Another-Way--fc4qua05auwb3674vfr0b'],
  ['ひとつ屋根の下2', '2-u9tlzr9756bt3uc0v'],
  ['MajiでKoiする5秒前', 'MajiKoi5-783gue6qz075azm5e'],
  ['パフィーdeルンバ', 'de-jg4avhby1noc0d'],
  ['そのスピードで', 'd9juau41awczczp'],
  ['-> $1.00 <-', '-> $1.00 <--'],
];

describe('Punycode', () => {
  it.each(samples)('of %s is %s', (text, encoded) => {
    expect(encodePunycode(text)).toBe(encoded);
    expect(decodePunycode(encoded)).toBe(text);
  });

  it('reaches to the last character', () => {
    expect(decodePunycode(encodePunycode('a\u{10ffff}'))).toBe('a\u{10ffff}');
  });

  it('decodes to the text that was encoded', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...'az09-'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
    });
    fc.assert(
      fc.property(text, (it) => {
        expect(decodePunycode(encodePunycode(it))).toBe(it);
      }),
    );
  });

  it.each([
    ['a number that does not end', 'a-z'],
    ['a number with an invalid digit', 'bücher'],
    ['a number with a capital digit', 'bcher-KVA'],
    ['a character past the last', '999999'],
    ['a number past all numbers', '9'.repeat(59)],
    ['a surrogate', 'jb9b'],
    ['two surrogates that would make a character', 'jb9b09e'],
  ])('is refused with %s', (_, encoded) => {
    expect(decodePunycode(encoded)).toBeUndefined();
  });

  it('encodes again from the decoded text', () => {
    const encoded = fc.string({ unit: fc.constantFrom(...'abkvz0189-'), maxLength: 63 });
    fc.assert(
      fc.property(encoded, (it) => {
        const text = decodePunycode(it);
        if (text !== undefined && !it.startsWith('-') && !it.endsWith('-'))
          expect(encodePunycode(text)).toBe(it);
      }),
      { numRuns: 2000 },
    );
  });
});

/** From RFC 5892, appendix A. */
describe('a character that depends on others', () => {
  it.each(['cel·la', '\u0375α', 'א\u05f3', 'א\u05f4ב', 'ア・', '・ひ', 'a・漢', 'ا٠٩', '۰۹'])(
    'stands beside them: %s',
    (label) => {
      expect(readLabel(label)).not.toBeInstanceOf(Fault);
    },
  );

  it.each([
    ['l·a', 'label_context'],
    ['a·l', 'label_context'],
    ['·l', 'label_context'],
    ['l·', 'label_context'],
    ['\u0375a', 'label_context'],
    ['α\u0375', 'label_context'],
    ['\u05f3א', 'label_context'],
    ['\u05f4א', 'label_context'],
    ['a・b', 'label_context'],
    ['٠۰', 'label_digits'],
    ['۹٩', 'label_digits'],
  ])('is refused without them: %s', (label, type) => {
    expect(readLabel(label)).toMatchObject({ type });
  });
});

describe('a domain name', () => {
  /** Letters and signs that every version of Unicode since the first maps alike. */
  const unit = fc.constantFrom(
    ...'aZß9-éÉσΣςжЖŉﬁｚ漢ア한①ﾊ',
    'e\u0301',
    '\u1112\u1161',
    'ﾊﾟ',
    '。',
    '．',
    '｡',
    '.',
  );

  it('is mapped and encoded as by the URL parser', () => {
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 12 }), (name) => {
        const host = `a${name}a.com`;
        const encoded = encode(host);
        if (encoded !== undefined) expect(encoded).toBe(new URL(`http://${host}`).hostname);
      }),
      { numRuns: 2000 },
    );
  });

  it('is unchanged by a second mapping', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(unit, fc.string({ unit: 'binary', maxLength: 1 })) }),
        (name) => {
          const mapped = mapDomain(name);
          if (typeof mapped === 'string') expect(mapDomain(mapped)).toBe(mapped);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function encode(host: string): string | undefined {
  const mapped = mapDomain(host);
  if (mapped instanceof Fault) return undefined;
  const labels = mapped.split('.').map(readLabel);
  if (labels.some((label) => label instanceof Fault)) return undefined;
  return labels.map((label) => (label instanceof Fault ? '' : label.ascii)).join('.');
}
