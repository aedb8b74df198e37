import { type Issues, wrong } from '../errors/issue.ts';
import { latePattern } from '../text/memo.ts';
import { trim } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import { type Field, field } from './field.ts';
import { CONVERTED, type Fit } from './fit.ts';
import { readAsFastapi, type UrlRules } from './url/fastapi.ts';
import type { ValuesOption } from './values.ts';

/**
 * A URI of any scheme, `mailto:ada@example.com` as well as `https://example.com`, that the [WHATWG
 * parser](https://url.spec.whatwg.org/) accepts, without white space inside. The value is the text as sent, without surrounding
 * white space; with `values: 'fastapi'` it is the normal form.
 */
export function uri({ values = 'strict', label }: ValuesOption = {}): Field<string> {
  const read = values === 'fastapi' ? readAsAnyUrl : readUriAsSent;
  return field<string>({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      return typeof raw === 'string' ? read(raw, fit) : wrong('url_type', raw);
    },
    write: quote,
    typeName: () => (values === 'fastapi' ? 'function-wrap[wrap_val()]' : 'uri'),
    describe: () => ({ type: 'string', format: 'uri' }),
    samples: () => ({
      accepted: ['https://example.com/', 'mailto:ada@example.com', 'urn:isbn:0451450523'],
      refused: ['example.com', 'http://', 'https://example.com/a b'],
    }),
  });
}

const anyUrl: UrlRules = { normalForm: /^[a-z][a-z0-9+.-]*:[ -~]+$/ };
const readAsAnyUrl = (raw: string, fit?: Fit) => readAsFastapi(raw, anyUrl, fit);

function readUriAsSent(raw: string): string | Issues {
  const text = trim(raw);
  const codePoint = forbiddenInUri().exec(text)?.[0].codePointAt(0);
  if (codePoint !== undefined) return wrong('url_character', raw, { codePoint });
  const read = readAsFastapi(text, {}, undefined, raw);
  return typeof read === 'string' ? text : read;
}

/** Characters that the parser would drop or encode, and `\`, which it would read as `/`. */
const forbiddenInUri = latePattern(String.raw`[\s\p{Cc}\p{Cs}\\]`);
