import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailIssues } from '../../src/errors/email.ts';
import { Issues, pydanticMessage, reason } from '../../src/errors/issue.ts';
import { readAddress, readPlainAddress } from '../../src/fields/email/address.ts';
import { email } from '../../src/fields/email.ts';
import { Fault } from '../../src/fields/idna/characters.ts';
import { emailRows } from '../tables/email.ts';
import { itDescribes, itReads, typeOf } from './_rows.ts';

const field = email();
const normal = (raw: string) => {
  const outcome = field.parse(raw);
  return typeof outcome === 'string' ? outcome : undefined;
};

const long = 'a'.repeat(64);
const reasons: readonly (readonly [input: unknown, fault: string])[] = [
  [1, 'it is not a string'],
  [' ', 'it is empty'],
  [`${'a'.repeat(243)}@example.com`, 'it is 1 character too long'],
  [`${'a'.repeat(300)}@example.com`, 'it is 58 characters too long'],
  [`${'é'.repeat(122)}@example.com`, 'it is 2 bytes too long in UTF-8'],
  [`${'\ufb2c'.repeat(41)}@example.com`, 'it is 4 bytes too long in normal form'],
  [`${'é'.repeat(100)}@${'é.'.repeat(14)}com`, 'it is 62 bytes too long with its domain in ASCII'],
  ['ada', 'there is no @'],
  ['ada＠example.com', 'it has "＠" where a plain @ should be'],
  ['a@b@c.com', 'there is a second @'],
  ['Ada <ada@example.com>', 'there are angle brackets around the address'],
  ['"ada"@example.com', 'there is a quotation mark before the @'],

  ['@example.com', 'there is nothing before the @'],
  ['(ada)@example.com', '"(" is not allowed before the @'],
  ['ada lovelace@example.com', 'a space is not allowed before the @'],
  ['ada\u200b@example.com', 'U+200B is not allowed before the @'],
  ['\u0301@example.com', 'the part before the @ starts with a combining character, U+0301'],
  ['.ada@example.com', 'the part before the @ starts with a period'],
  ['ada.@example.com', 'the part before the @ ends with a period'],
  ['ada..lovelace@example.com', 'there are two periods in a row before the @'],

  ['ada@', 'there is nothing after the @'],
  ['ada@[127.0.0.1]', 'the part after the @ is in brackets'],
  ['ada@exam_ple.com', '"_" is not allowed after the @'],
  ['ada@"example.com', `'"' is not allowed after the @`],
  ['ada@\u3164\ue000.com', 'U+E000 is not allowed after the @'],
  ['ada@exam︒ple.com', '"︒" is not allowed after the @'],
  ['ada@exam💌ple.com', '"💌" is not allowed after the @'],
  ['ada@\u0301example.com', 'the part after the @ starts with a combining character, U+0301'],
  ['ada@.com', 'the part after the @ starts with a period'],
  ['ada@example.com.', 'the part after the @ ends with a period'],
  ['ada@example..com', 'there are two periods in a row after the @'],
  ['ada@-example.com', 'the part after the @ starts with a hyphen'],
  ['ada@example.com-', 'the part after the @ ends with a hyphen'],
  ['ada@example-.com', 'there is a hyphen next to a period after the @'],
  ['ada@example', 'there is no period after the @'],
  [`ada@${'é.'.repeat(35)}com`, 'the part after the @ is 30 characters too long in ASCII'],
  ['ada@127.0.0.1', 'the part after the @ does not end with a letter'],
  ...['arpa', 'invalid', 'local', 'localhost', 'onion', 'test'].map((name): [string, string] => [
    `ada@example.${name.toUpperCase()}`,
    `the part after the @ ends in ".${name}", which is reserved`,
  ]),

  [`ada@${long}.com`, 'a name after the @ is 1 character too long'],
  [`ada@é${long}.com`, 'a name after the @ is 9 characters too long when written in ASCII'],
  ['ada@ex--ample.com', 'a name after the @ has hyphens as its third and fourth characters'],
  ['ada@xn----eha.com', 'a name after the @ starts or ends with a hyphen once decoded'],
  ['ada@xn--0.com', 'a name after the @ starts with xn-- and is not Punycode'],
  ['ada@xn--e-xbb.com', 'a name after the @ is not in normal form once decoded'],
  ['ada@example.\u0301com', 'a name after the @ starts with a combining character, U+0301'],
  ['ada@a·b.com', '"·" after the @ is allowed only between two "l"'],
  ['ada@͵a.com', '"͵" after the @ is allowed only before a Greek letter'],
  ['ada@a\u05f3.com', '"\u05f3" after the @ is allowed only after a Hebrew letter'],
  ['ada@a\u05f4.com', '"\u05f4" after the @ is allowed only after a Hebrew letter'],
  ['ada@a・.com', '"・" after the @ is allowed only in a name with Japanese letters'],
  ['ada@\u06271\u0661.com', 'a name after the @ mixes digits of two scripts'],
  ['ada@a\u05d0.com', 'a name after the @ mixes left-to-right and right-to-left characters'],
  ['ada@1\u05d0.com', 'a right-to-left name after the @ must start with a letter, not "1"'],
  ['ada@\u05d0ʹ.com', 'a right-to-left name after the @ must end with a letter or digit, not "ʹ"'],
];

/** Characters that matter to some rule. */
const significant = fc.constantFrom(
  ...'aZ09.-@_+"<>([ \t\0éßςİ\u0301\u0345\u212a。․ﬁ\u200d\u00ad\u05d0\u0661\u06f1·l\u1100\u1161한💌\ue000\ud800\udc28',
);
const given = emailRows.map(({ input }) => input).filter((input) => typeof input === 'string');
const changed = fc
  .tuple(fc.constantFrom(...given), fc.nat(), fc.nat(2), fc.string({ unit: significant, maxLength: 3 }))
  .map(([text, at, cut, put]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + put + text.slice(place + cut);
  });
const anything = fc.oneof(changed, fc.string({ unit: significant }), fc.string({ unit: 'binary' }));

describe('a display name before an address, which FastAPI allows', () => {
  it.each([
    ['Ada Lovelace <ada@example.com>', 'ada@example.com'],
    ['"Ada \\"Countess\\" Lovelace" <ada@example.com>', 'ada@example.com'],
    ['"Ada" Lovelace <ada@example.com>', undefined],
    ['"Ada <ada@example.com>', undefined],
    ['Ada <>', undefined],
  ])('%s', (text, address) => {
    const outcome = email({ values: 'fastapi' }).parse(text);
    expect(outcome instanceof Issues ? undefined : outcome).toBe(address);
  });

  it.each([
    ['ada@ex"am\\ple\'s.com', `"'", "\\", '"'`],
    ['ada@example .com', 'SPACE'],
  ])('invalid characters of a domain are shown as in Python: %s', (text, shown) => {
    const outcome = email({ values: 'fastapi' }).parse(text);
    expect(outcome instanceof Issues && pydanticMessage(outcome.all[0])).toContain(
      `The part after the @-sign contains invalid characters: ${shown}.`,
    );
  });
});

describe('the characters of an address that FastAPI looks at', () => {
  const named = (letter: string, length: number) => `${letter.repeat(length - ' <a@b.cc>'.length)} <a@b.cc>`;

  it.each(['a', 'é', '𝒜'])('are up to 2,048 of %s', (letter) => {
    const fastapi = email({ values: 'fastapi' });
    expect(fastapi.parse(named(letter, 2048))).toBe('a@b.cc');
    expect(typeOf(fastapi.parse(named(letter, 2049)))).toBe('email_too_many_characters');
  });
});

describe('an e-mail address', () => {
  itReads(() => email(), emailRows);
  itDescribes(field, emailRows, { schemaRefuses: ['email_type'] });

  it('is described as an internationalized address', () => {
    expect(field.describe('input')).toEqual({ type: 'string', format: 'idn-email' });
    expect(field.describe('output')).toEqual({ type: 'string', format: 'idn-email', maxLength: 254 });
  });

  it('is written as a JSON string', () => {
    expect(field.write('"é"@b.com')).toBe('"\\"é\\"@b.com"');
  });

  it('is a well-formed string of at most 254 bytes, and its own normal form unless a Kelvin sign hid a role', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const value = normal(text);
        fc.pre(value !== undefined);
        if (!String(text).includes('\u212a')) expect(normal(value)).toBe(value);
        expect(value).not.toMatch(/\p{Cs}/u);
        expect(new TextEncoder().encode(value).length).toBeLessThanOrEqual(254);
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused with one reason', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const outcome = field.parse(text);
        if (typeof outcome === 'string') return;
        expect(outcome.all).toHaveLength(1);
        expect(outcome.all[0].publicType).toBe('value_error');
        expect(reason(outcome.all[0])).toMatch(/^must be a valid email address \([^\p{Cc}\p{Cs}]+\)$/u);
      }),
      { numRuns: 2000 },
    );
  });

  it('has the same normal form in any case of its domain', () => {
    const domain = fc.string({ unit: fc.constantFrom(...'abC1-.'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(domain, (name) => {
        const lower = normal(`Ada@${name.toLowerCase()}.com`);
        expect(normal(`Ada@${name.toUpperCase()}.COM`)).toBe(lower);
        expect(normal(`Ada@${name}.com`)).toBe(lower);
      }),
    );
  });

  it('follows the rules for ASCII', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'aZ0.-@_') }),
      fc
        .tuple(
          fc.string({ unit: fc.constantFrom(...'aZ.-+'), minLength: 1 }),
          fc.array(fc.string({ unit: fc.constantFrom(...'bC1-'), minLength: 1 }), { minLength: 1 }),
          fc.constantFrom('com', 'TEST', 'onion', 'c1', 'c', ''),
        )
        .map(([local, labels, top]) => `${local}@${[...labels, top].join('.')}`),
    );
    fc.assert(
      fc.property(text, (address) => {
        expect(normal(address)).toBe(asciiModel(address));
      }),
      { numRuns: 3000 },
    );
  });

  it('is read the same by the fast path', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abcXYZ019.-_+@'), maxLength: 300 });
    fc.assert(
      fc.property(fc.oneof(anything, plain), (text) => {
        const address = readAddress(text);
        const expected = address instanceof Fault ? undefined : address;
        expect([expected, undefined]).toContain(readPlainAddress(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['ada.lovelace@example.com', 'Ada@Example.COM', "o'brien+a@a-1.b.co.uk"])(
    'is read in one pass if it is like %s',
    (address) => {
      expect(readPlainAddress(address)).toBe(readAddress(address));
    },
  );

  it('is read as email-validator reads it', () => {
    const recorded: Record<string, string | true | null> = JSON.parse(
      readFileSync(new URL('../tables/email-recorded.json', import.meta.url), 'utf8'),
    );
    const differing = Object.entries(recorded).filter(([input, answer]) => {
      const value = normal(input) ?? null;
      return value !== (answer === true ? input : answer);
    });
    expect(differing).toEqual([]);
  });

  /** The hash is of the answers of email-validator 2.3.0 and idna 3.13, with Python's categories of Unicode 17. */
  it.runIf(process.versions.unicode === '17.0')(
    'is read as email-validator reads it, with each character',
    () => {
      const hash = createHash('sha256');
      for (const [before, after] of [
        ['a@', '.com'],
        ['a', '@b.com'],
      ]) {
        for (const codePoint of codePointsInUse()) {
          hash.update(`${normal(`${before}${String.fromCodePoint(codePoint)}${after}`) ?? ''}\n`);
        }
      }
      expect(hash.digest('hex')).toBe('533e8f8986e23ae5f212ee3be6e423e54bdf9e37b4eae954cdbf5675ed7caed6');
    },
    60_000,
  );
});

/** Every code point but surrogates, on the planes of Unicode 17 where any is assigned to the public. */
function* codePointsInUse(): Generator<number> {
  for (const [first, last] of [
    [0, 0xd7ff],
    [0xe000, 0x3ffff],
    [0xe0000, 0xeffff],
  ] as const) {
    for (let codePoint = first; codePoint <= last; codePoint++) yield codePoint;
  }
}

describe('the reason for refusing an e-mail address', () => {
  it.each([
    ['rows', emailRows.map(({ input }) => input)],
    ['reasons', reasons.map(([input]) => input)],
  ])('is one of which the %s hold an example', (_, inputs) => {
    const types = new Set(inputs.map((input) => typeOf(field.parse(input))));
    types.delete(undefined);
    expect([...types].sort()).toEqual(Object.keys(emailIssues()).sort());
  });

  it.each(reasons)('tells of %j that %s', (input, fault) => {
    const outcome = field.parse(input);
    const reasons = outcome instanceof Issues ? outcome.all.map(reason) : outcome;
    expect(reasons).toEqual([`must be a valid email address (${fault})`]);
  });
});

/** The rules for addresses in ASCII without Punycode, one by one. */
function asciiModel(text: string): string | undefined {
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.toLowerCase().split('.');
  const top = labels.at(-1) ?? '';
  const isRefused = [
    text.length > 254,
    more.length > 0,
    local.split('.').some((atom) => !/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i.test(atom)),
    labels.length < 2,
    labels.some((label) => !/^[a-z0-9-]{1,63}$/.test(label)),
    labels.some((label) => label.startsWith('-') || label.endsWith('-')),
    labels.some((label) => label.slice(2, 4) === '--'),
    !/[a-z]$/.test(top),
    ['arpa', 'invalid', 'local', 'localhost', 'onion', 'test'].includes(top),
  ].includes(true);
  return isRefused ? undefined : `${local}@${labels.join('.')}`;
}
