import { wrong } from '../errors/issue.ts';
import { checkNoMore } from '../text/options.ts';
import { matchEnd } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { checkValuesOption, type ValuesOption } from './values.ts';

/**
 * A UUID of any version and variant, in any notation that [Python's
 * `uuid.UUID`](https://docs.python.org/3/library/uuid.html#uuid.UUID) reads: with or without hyphens, in braces, as a URN. The
 * value is in lower case with hyphens. With `values: 'fastapi'` hyphens are accepted only in their usual places, and braces and
 * `urn:uuid:` only around that form.
 *
 * @example
 * uuid().parse('{6F1D3C52-9A57-4B0E-8D4C-2F7E0A9B1C3D}') // '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d'
 */
export function uuid(options: ValuesOption = {}): Field<string> {
  checkValuesOption('uuid()', options);
  checkNoMore('uuid()', arguments, 1);
  const { values = 'strict', label } = options;
  return field({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      if (typeof raw !== 'string') return wrong('uuid_type', raw);
      if (HYPHENATED.test(raw)) return raw.toLowerCase();
      const digits = values === 'strict' || FASTAPI.test(raw) ? bareDigits(raw) : undefined;
      return digits === undefined ? wrong('uuid_parsing', raw) : hyphenate(digits.toLowerCase());
    },
    write: quote,
    typeName: () => 'uuid',
    describe: (side) => (side === 'input' ? input : { type: 'string', format: 'uuid' }),
    samples: () => ({ accepted: [SAMPLE, SAMPLE.replaceAll('-', '')], refused: [SAMPLE.slice(0, -1)] }),
  });
}

const SAMPLE = '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d';

const FORM = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
/** The usual notation, which needs no further parsing. */
const HYPHENATED = new RegExp(`^${FORM}$`);
/** Further notations that FastAPI reads. */
const FASTAPI = new RegExp(`^(?:[0-9a-fA-F]{32}|\\{${FORM}\\}|urn:uuid:${FORM})$`);

function hyphenate(all: string): string {
  return `${all.slice(0, 8)}-${all.slice(8, 12)}-${all.slice(12, 16)}-${all.slice(16, 20)}-${all.slice(20)}`;
}

/** Prefixes that Python removes anywhere in the text: first each `urn:`, then each `uuid:`, which may have contained a `urn:`. */
const URN = '(?:urn:)*';
const PREFIX = `urn:|${[...'uuid:'].join(URN)}`;

/** Returns the 32 digits without prefixes, hyphens, and braces at the ends; undefined if anything else is left. */
function bareDigits(text: string): string | undefined {
  if (text.length > MOST) return undefined;
  let digits = '';
  let at = matchEnd(INSIDE, text, matchEnd(OUTSIDE, text, 0));
  for (let end = matchEnd(HEX, text, at); end > at && digits.length < DIGITS; end = matchEnd(HEX, text, at)) {
    digits += text.slice(at, end);
    at = matchEnd(INSIDE, text, end);
  }
  return digits.length === DIGITS && matchEnd(OUTSIDE, text, at) === text.length ? digits : undefined;
}

/** Longer texts would make the expression run out of memory: it takes millions of groups. */
const MOST = 1024 * 1024;
const DIGITS = 32;
/**
 * Only these are digits. Python passes the text to `int`, which also lets `_`, `0x`, spaces and digits of other scripts through.
 */
const HEX = /[0-9a-f]{0,32}/iy;
const OUTSIDE = new RegExp(`(?:${PREFIX}|[{}]+)*`, 'y');
const INSIDE = new RegExp(`(?:${PREFIX}|-+)*`, 'y');

/** The same rule as a pattern: prefixes anywhere, braces only at the ends. */
const input = { type: 'string', maxLength: MOST, pattern: pattern() };

function pattern(): string {
  const outside = `(?:${PREFIX}|[{}])*`;
  const inside = `(?:${PREFIX}|-)*`;
  return `^${outside}(?:-${inside})?(?:[0-9a-fA-F]${inside}){32}(?:[{}]${outside})?$`;
}
