import fc from 'fast-check';

/** Unusual JSON texts: odd white space, escapes, repeated keys. */

const space = fc.string({ unit: fc.constantFrom(...' \t\n\r'), maxLength: 2 });
const keys = [
  '"a"',
  '"\\u0061"',
  '"b"',
  '""',
  '"__proto__"',
  '"\\"a"',
  '"\\\\"',
  '"a\\\\\\""',
  '"é"',
  '"\\u00E9"',
  '"0"',
  '"{"',
];
const numbers = [
  '0',
  '-0',
  '1.50',
  '1e400',
  '-2E-3',
  '10e+2',
  '30.00000000000000000001',
  '1e-400',
  '123456789012345678',
];
const scalar = fc.oneof(
  fc.constantFrom('true', 'false', 'null', '""', '"[{"', '"}]\\""', '"\\\\"', '"\\u0061, \\n"', ...numbers),
  fc
    .string({ unit: fc.constantFrom(...'a"\\/\n\0\x7f\u2028é😀[}', '\ud800'), maxLength: 5 })
    .map((text) => JSON.stringify(text)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);

function around(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(space, text, space).map((parts) => parts.join(''));
}

function listed(items: fc.Arbitrary<string>, [open, close]: readonly [string, string]): fc.Arbitrary<string> {
  return fc.oneof(
    space.map((inside) => open + inside + close),
    fc.array(items, { minLength: 1, maxLength: 4 }).map((all) => open + all.join(',') + close),
  );
}

/** Any valid JSON text. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ text: string }>((tie) => ({
  text: around(
    fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      listed(tie('text'), ['[', ']']),
      listed(
        fc.tuple(around(fc.constantFrom(...keys)), tie('text')).map((parts) => parts.join(':')),
        ['{', '}'],
      ),
    ),
  ),
})).text;

/** Paths that sometimes exist in such a text. */
export const path = fc.array(
  fc.constantFrom('a', 'a', 'b', '', '__proto__', '"a', '\\', 'a\\"', 'é', '0', 0, 0, 1, 2),
  {
    maxLength: 4,
  },
);

const scrap = fc.constantFrom(
  ...'{}[]:,"\'\\/ \t\n0123-+.eEutrfalsenN',
  '\0',
  '\u00a0',
  '\ufeff',
  '\u2028',
  'é',
  '\\u',
  'null',
  '//',
);

/** JSON texts with a few scraps inserted, removed or replaced. */
export const brokenText: fc.Arbitrary<string> = fc
  .tuple(
    jsonText,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.oneof(fc.constant(''), scrap)), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([text, edits]) =>
    edits.reduce((edited, [position, removed, inserted]) => {
      const at = position % (edited.length + 1);
      return edited.slice(0, at) + inserted + edited.slice(at + removed);
    }, text),
  );
