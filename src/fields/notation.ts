import { wrong } from '../errors/issue.ts';
import { checkNoMore } from '../text/options.ts';
import { trim } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import { checkFields, checkLabelOption, type Field, field, type LabelOption } from './field.ts';

/** Texts in a notation of their own. */

const DIGITS = /^[0-9a-fA-F]+$/;

/**
 * One or more hexadecimal digits, unchanged.
 *
 * @example
 * hex().parse('9f86d081') // '9f86d081'
 */
export function hex(options: LabelOption = {}): Field<string> {
  checkLabelOption('hex()', options);
  checkNoMore('hex()', arguments, 1);
  const { label } = options;
  return field({
    label,
    parse(raw) {
      if (typeof raw !== 'string') return wrong('string_type', raw);
      return DIGITS.test(raw) ? raw : wrong('hex', raw);
    },
    write: quote,
    typeName: () => 'str',
    describe: () => ({ type: 'string', pattern: DIGITS.source }),
    samples: () => ({ accepted: ['9f86d081', 'A0'], refused: ['0x9f'] }),
  });
}

const SCHEME = 'Bearer ';

/**
 * A bearer credential: the scheme exactly as written here, then a token, which may be surrounded by white space.
 *
 * @example
 * bearerToken(text()).parse('Bearer abc') // 'abc'
 */
export function bearerToken<Token>(token: Field<Token>): Field<Token> {
  checkNoMore('bearerToken()', arguments, 1);
  checkFields('bearerToken', [token]);
  return field<Token>({
    parse(raw, fit) {
      if (fit?.isReply) return token.parse(raw, fit);
      if (typeof raw !== 'string') return wrong('string_type', raw);
      return raw.startsWith(SCHEME)
        ? token.parse(trim(raw.slice(SCHEME.length)), fit)
        : wrong('bearer_scheme', raw);
    },
    label: token.label,
    write: (value) => token.write(value),
    describe: (side, definitions) =>
      side === 'output' ? token.describe(side, definitions) : { type: 'string', pattern: `^${SCHEME}` },
    samples(_, open) {
      const { accepted, refused } = token.samples(undefined, open);
      return { accepted: prefixed(accepted), refused: ['Basic YWRhOmFkYQ==', ...prefixed(refused)] };
    },
  });
}

function prefixed(tokens: Iterable<unknown>): string[] {
  return [...tokens].filter((token) => typeof token === 'string').map((token) => SCHEME + token);
}
