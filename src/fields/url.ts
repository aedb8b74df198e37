import { type Issues, wrong } from '../errors/issue.ts';
import type { IssueType } from '../errors/table.ts';
import { latePattern } from '../text/memo.ts';
import { trim } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import { type Field, field } from './field.ts';
import { CONVERTED, type Fit } from './fit.ts';
import { decodePunycode } from './idna/punycode.ts';
import { before, writtenAuthority } from './url/authority.ts';
import { readAsFastapi, type UrlRules } from './url/fastapi.ts';
import { isTooLong, MAX_NAME } from './url/length.ts';
import { parseUrl } from './url/parse.ts';
import { PLAIN_URL } from './url/plain.ts';
import { urlSamples } from './url/samples.ts';
import type { ValuesOption } from './values.ts';

/**
 * An absolute `http` or `https` URL that the [WHATWG parser](https://url.spec.whatwg.org/) accepts without repairing it, with a
 * domain name or an IP address as host. The value is the text as sent, without surrounding white space. With `values: 'fastapi'`
 * URLs that need repairs are accepted too, and the value is the normal form.
 */
export function url({ values = 'strict', label }: ValuesOption = {}): Field<string> {
  const read = values === 'fastapi' ? readAsHttpUrl : readAsSent;
  return field<string>({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      return typeof raw === 'string' ? read(raw, fit) : wrong('url_type', raw);
    },
    write: quote,
    typeName: () => (values === 'fastapi' ? 'function-wrap[wrap_val()]' : 'url'),
    describe: (side) => ({
      type: 'string',
      ...(side === 'request' && { format: 'uri' }),
      pattern: patterns[side],
    }),
    samples: urlSamples,
  });
}

/** The rules of pydantic's `HttpUrl`. */
const httpUrl: UrlRules = {
  schemes: ['http', 'https'],
  maxLength: 2083,
  normalForm: /^https?:\/\/[!-~]+$/,
};
const readAsHttpUrl = (raw: string, fit?: Fit) => readAsFastapi(raw, httpUrl, fit);

const SPACE = '[\\t-\\r ]*';
/** The part of the rule that a pattern can express. */
const FORM = '[hH][tT][tT][pP][sS]?://[^\\s\\\\]+';
/** A typical URL, whose host is a domain name of limited length or an IPv4 address. */
const LETTERS = '(?:[0-9A-Za-z-]{0,28}[0-9A-Za-z])?';
const NAME = `(?:[0-9A-Za-z]${LETTERS}\\.){0,7}[A-Za-z]${LETTERS}`;
const OCTET = '(?:[1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])';
const USUAL = `^https?://(?:${NAME}|(?:${OCTET}\\.){3}${OCTET})(?::[0-9]{1,4})?(?:/[^\\s\\\\]*)?$`;
const patterns = { input: `^${SPACE}${FORM}${SPACE}$`, request: USUAL, output: `^${FORM}$` };
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HTTP_SCHEME = /^https?:/i;
const HTTP_START = /^https?:\/\//i;
/** Characters that the WHATWG parser would drop or encode, and `\`, which it would read as `/`. */
const forbidden = latePattern(String.raw`[\s\p{Cc}\p{Cs}\\]`);
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

function readAsSent(raw: string): string | Issues {
  const text = trim(raw);
  if (PLAIN_URL.test(text)) return text;
  if (!HTTP_START.test(text)) return wrong(schemeIssue(text), raw);
  const codePoint = forbidden().exec(text)?.[0].codePointAt(0);
  if (codePoint !== undefined) return wrong('url_character', raw, { codePoint });
  const authority = writtenAuthority(text);
  const written = before(authority, ':');
  if (isTooLong(written) || !isPunycode(written)) return wrong('url_host', raw);
  const host = hostOf(authority);
  if (host === undefined) return wrong('url_parsing', raw);
  return isHost(host) ? text : wrong('url_host', raw);
}

/** Returns the issue of a text that does not begin with `http://` or `https://`. */
function schemeIssue(text: string): IssueType {
  if (!ANY_SCHEME.test(text)) return 'url_relative';
  return HTTP_SCHEME.test(text) ? 'url_slashes' : 'url_scheme';
}

/** Checks that Punycode labels are the same after decoding and encoding. The parsers of some runtimes do not. */
function isPunycode(written: string): boolean {
  const claims = written.toLowerCase().split('.').filter(isClaim);
  if (claims.length === 0) return true;
  const labels = claims.map((claim) => decodePunycode(claim.slice(PREFIX.length)));
  return !labels.includes(undefined) && hostOf(labels.join('.')) === claims.join('.');
}

const PREFIX = 'xn--';
const isClaim = (part: string) => part.startsWith(PREFIX);

/** Returns the host in a host and port, as the WHATWG parser reads it. */
function hostOf(authority: string): string | undefined {
  return parseUrl(`http://${authority}`)?.hostname;
}

/**
 * Accepts an IP address, which the parser has checked, or labels by [RFC 1123](https://www.rfc-editor.org/rfc/rfc1123#page-13). A
 * dot may follow them, as in [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2).
 */
function isHost(host: string): boolean {
  if (host.startsWith('[')) return true;
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return name.length <= MAX_NAME && name.split('.').every((part) => LABEL.test(part));
}
