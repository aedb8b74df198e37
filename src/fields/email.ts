import { wrong } from '../errors/issue.ts';
import { latePattern } from '../text/memo.ts';
import { checkNoMore } from '../text/options.ts';
import { matchEnd, trim, trimAsPython } from '../text/scan.ts';
import { codePoints, quote } from '../text/strings.ts';
import { issueType, MAX_BYTES, readAddress, readPlainAddress } from './email/address.ts';
import { type Field, field } from './field.ts';
import type { Samples } from './samples.ts';
import { checkValuesOption, type ValuesOption } from './values.ts';

/**
 * An e-mail address, in any script, that can receive mail over the internet. The value is its normal form. With `values:
 * 'fastapi'` a name may precede it: `Ada <ada@example.com>`.
 *
 * @example
 * email().parse('Ada@EXAMPLE.com') // 'Ada@example.com'
 */
export function email(options: ValuesOption = {}): Field<string> {
  checkValuesOption('email()', options);
  checkNoMore('email()', arguments, 1);
  const { values = 'strict', label } = options;
  const isFastapi = values === 'fastapi';
  return field({
    label,
    parse(raw, fit) {
      if (typeof raw !== 'string') return wrong('email_type', raw);
      if (isFastapi && hasTooManyCharacters(raw)) return wrong('email_too_many_characters', raw);
      const text = isFastapi ? withoutName(raw) : trim(raw);
      const address = readPlainAddress(text) ?? readAddress(text, isFastapi);
      if (fit?.isReply && address !== text && isReadWithKelvin(text)) return text;
      return typeof address === 'string' ? address : wrong(issueType(address), raw, address.numbers);
    },
    write: quote,
    typeName: () => (isFastapi ? 'function-after[_validate(), str]' : 'email'),
    describe: (side) => ({
      type: 'string',
      format: side === 'request' ? 'email' : 'idn-email',
      ...(side === 'output' && { maxLength: MAX_BYTES }),
    }),
    samples: emailSamples,
  });
}

/**
 * Recognizes an address that only a Kelvin sign leads to: it is read as a K, but makes no name that is written in lower case, as
 * `MARKETING` is. Read once more, it would change.
 */
function isReadWithKelvin(text: string): boolean {
  return text.includes('K') && readAddress(text.replaceAll('K', KELVIN)) === text;
}

const KELVIN = '\u212a';

function hasTooManyCharacters(raw: string): boolean {
  return raw.length > MAX_CHARACTERS && codePoints(raw.slice(0, 2 * MAX_CHARACTERS + 1)) > MAX_CHARACTERS;
}

const LABEL = 'a'.repeat(63);
const DOMAIN = `${LABEL}.${LABEL}.${LABEL}.com`;

/** Valid addresses, and an invalid one for each fault. */
export function emailSamples(): Samples {
  return {
    accepted: [
      'ada@example.com',
      `${'a'.repeat(58)}@${DOMAIN}`,
      'zoë@bücher.example.com',
      ' Ada@EXAMPLE.com ',
    ],
    refused: [
      '',
      'ada',
      'ada＠example.com',
      'ada@example@com',
      'Ada <ada@example.com>',
      '"ada"@example.com',
      '@example.com',
      'a da@example.com',
      '\u0301ada@example.com',
      '.ada@example.com',
      'ada.@example.com',
      'a..da@example.com',
      'ada@',
      'ada@[127.0.0.1]',
      'ada@exam_ple.com',
      'ada@\u0301example.com',
      'ada@.example.com',
      'ada@example.com.',
      'ada@example..com',
      'ada@-example.com',
      'ada@example.com-',
      'ada@example-.com',
      'ada@example',
      'ada@example.c0',
      'ada@example.test',
      `ada@${LABEL}a.com`,
      `ada@${'é'.repeat(60)}.com`,
      'ada@ex--ample.com',
      'ada@xn----eha.com',
      'ada@xn--0.com',
      'ada@xn--e-xbb.com',
      'ada@a.\u0301b.com',
      'ada@a·b.com',
      'ada@\u0627\u0661\u06f1.com',
      'ada@a\u05d0.com',
      'ada@1\u05d0.com',
      'ada@\u05d0ʹ.com',
      `${'a'.repeat(59)}@${DOMAIN}`,
      `${'é'.repeat(122)}@example.com`,
      `${'\ufb2c'.repeat(41)}@example.com`,
      `${'é'.repeat(100)}@${'é.'.repeat(14)}com`,
      `a@${'é.'.repeat(35)}com`,
      'a'.repeat(MAX_CHARACTERS + 1),
    ],
  };
}

/** Returns the address in a text that may have a name before it, as pydantic finds it: `Ada Lovelace <ada@example.com>`. */
function withoutName(raw: string): string {
  const text = trimAsPython(raw);
  const open = text.endsWith('>') ? openBracket(text) : -1;
  const address = open === -1 ? '' : text.slice(open + 1, -1);
  return address === '' || address.includes('\n') ? text : trimAsPython(address);
}

/** Returns the position of the bracket after the name, or -1 if that is not a name. */
function openBracket(text: string): number {
  if (text.startsWith('"')) return bracketAfterQuote(text);
  const open = text.indexOf('<');
  return words().test(text.slice(0, open)) ? open : -1;
}

/** Finds the bracket after a quoted name. The first quotation mark before a bracket ends it; any before that must be escaped. */
function bracketAfterQuote(text: string): number {
  for (let at = text.indexOf('"', 2); at !== -1; at = text.indexOf('"', at + 1)) {
    const open = matchEnd(SPACE, text, at + 1);
    if (text.charAt(open) === '<') return open;
    if (text.charAt(at - 1) !== '\\') return -1;
  }
  return -1;
}

const SPACE = /[\s\u0085]*/y;
const words = latePattern(String.raw`^[\p{L}\p{N}_!#$%&'*+\-/=?^\x60{|}~\s\u0085]*$`);

/** The longest text that pydantic looks at, in characters. */
const MAX_CHARACTERS = 2048;
