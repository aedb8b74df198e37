import { type Issues, wrong } from '../errors/issue.ts';
import type { IssueType } from '../errors/table.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import { latePattern } from '../text/memo.ts';
import { checkNoMore } from '../text/options.ts';
import { trim } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import { type Field, field } from './field.ts';
import { CONVERTED, type Fit } from './fit.ts';
import { MAX_LABEL } from './idna/label.ts';
import { mapText } from './idna/mapping.ts';
import { decodePunycode } from './idna/punycode.ts';
import type { Samples } from './samples.ts';
import { checkValuesOption, type ValuesOption } from './values.ts';

/**
 * An absolute `http` or `https` URL that the [WHATWG parser](https://url.spec.whatwg.org/) accepts without repairing it, with a
 * domain name or an IP address as host. The value is the text as sent, without surrounding white space. With `values: 'fastapi'`
 * URLs that need repairs are accepted too, and the value is the normal form.
 *
 * @example
 * url().parse(' https://example.com/ ') // 'https://example.com/'
 */
export function url(options: ValuesOption = {}): Field<string> {
  checkValuesOption('url()', options);
  checkNoMore('url()', arguments, 1);
  const { values = 'strict', label } = options;
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

/**
 * A URI of any scheme, `mailto:ada@example.com` as well as `https://example.com`, that the [WHATWG
 * parser](https://url.spec.whatwg.org/) accepts, without white space inside. The value is the text as sent, without surrounding
 * white space; with `values: 'fastapi'` it is the normal form.
 *
 * @example
 * uri().parse('mailto:ada@example.com') // 'mailto:ada@example.com'
 */
export function uri(options: ValuesOption = {}): Field<string> {
  checkValuesOption('uri()', options);
  checkNoMore('uri()', arguments, 1);
  const { values = 'strict', label } = options;
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
  const codePoint = forbidden().exec(text)?.[0].codePointAt(0);
  if (codePoint !== undefined) return wrong('url_character', raw, { codePoint });
  const read = readAsFastapi(text, {}, undefined, raw);
  return typeof read === 'string' ? text : read;
}

/** Returns the host and port of a URL as written. The parser accepts anything around them. */
function writtenAuthority(text: string): string {
  const rest = text.slice(text.indexOf(':') + 1);
  const start = rest.search(/[^/\\]/);
  if (start === -1) return '';
  const authority = before(rest.slice(start), '/', '\\', '?', '#');
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** Returns the text before the first of `ends`. Looking at each character of a long text takes far longer. */
function before(text: string, ...ends: readonly string[]): string {
  const found = ends.map((end) => text.indexOf(end)).filter((at) => at >= 0);
  return text.slice(0, Math.min(text.length, ...found));
}

/** Further rules for URLs that the parser accepts. */
interface UrlRules {
  readonly schemes?: readonly string[];
  /** The maximum length in bytes. */
  readonly maxLength?: number;
  /** The form of what is read. A reply may have it without being read again: limits are for what is sent. */
  readonly normalForm?: RegExp;
}

/** Returns the normal form of a URL as FastAPI reads it, with all repairs of the parser. */
function readAsFastapi(text: string, rules: UrlRules, fit?: Fit, raw = text): string | Issues {
  const { schemes, maxLength, normalForm } = rules;
  if (fit?.isReply && normalForm?.test(text)) return text;
  if (maxLength !== undefined && encodeUtf8(text).length > maxLength)
    return wrong('url_too_long', raw, { maxLength });
  const host = writtenAuthority(text.replace(DROPPED, ''));
  const url = host.length < MAX_HOST ? parseUrl(text) : undefined;
  if (!url) return wrong(ABSOLUTE.test(text) ? 'url_parsing' : 'url_relative', raw);
  if (schemes && !schemes.includes(url.protocol.slice(0, -1))) return wrong('url_scheme', raw);
  return url.href;
}

const ABSOLUTE = /^[\0- ]*[a-z][a-z0-9+.\-\t\n\r]*:/i;

/** The characters that the parser drops, wherever they are. */
const DROPPED = /[\t\n\r]/g;
/** More than any host has, with its port. The parser would take time quadratic in the length. */
const MAX_HOST = 1024;

/**
 * Checks for a host that is too long, however the WHATWG parser would read it. This runs before the parser, which takes time
 * quadratic in the length of a label.
 */
function isTooLong(written: string): boolean {
  if (written.length <= MAX_LABEL) return false;
  if (written.length > MAX_WRITTEN) return true;
  const known = written.replace(ESCAPED, '.');
  const name = ASCII.test(known) ? known : mapText(known).replace(HIGH_SURROGATE, '');
  const labels = name.split('.');
  return labels.join('').length > MAX_NAME || labels.some((label) => label.length > MAX_LABEL);
}

/** The 255 bytes of https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4, less the two that only the wire format has. */
const MAX_NAME = 253;
/** More than any name takes, at four UTF-16 units for a letter with its accents. Only padding makes a name longer. */
const MAX_WRITTEN = 1024;
const ASCII = /^[\0-\x7f]*$/;
/** Escaped bytes. A single one may be a dot, and several may be one character. */
const ESCAPED = /%[0-9a-f]{2}/gi;
/** The first halves of surrogate pairs, so that each pair counts as one character. */
const HIGH_SURROGATE = /[\ud800-\udbff]/g;

/** Parses a URL by the [WHATWG URL standard](https://url.spec.whatwg.org/). Errors are slow, so short texts are checked first. */
function parseUrl(text: string): URL | undefined {
  if (text.length <= SHORT && !canParse(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The length from which parsing twice takes longer than an error. */
const SHORT = 107;

/**
 * Escapes letters outside ASCII, which mean the same in a host. After some thousand calls, `URL.canParse` of Node 20 and 22
 * begins to refuse every URL with a Latin letter outside ASCII.
 */
function canParse(text: string): boolean {
  return URL.canParse(text.toWellFormed().replace(BEYOND_ASCII, encodeURIComponent));
}

const BEYOND_ASCII = /[^\0-\x7f]+/g;

/**
 * Letters and digits with dots and hyphens between them, but without `--`, which may be Punycode. No label starts with 0, and the
 * last ends with a letter, so the host is not a number, which would be an IPv4 address. The whole name is no longer than one
 * label may be, so no label is too long.
 */
const PLAIN_NAME = '(?=[a-z1-9])(?:[a-z0-9]|-(?=[a-z0-9])|\\.(?=[a-z1-9])){1,63}(?<=[a-z])';
const PLAIN_OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const PLAIN_ADDRESS = `(?:${PLAIN_OCTET}\\.){3}${PLAIN_OCTET}`;
const PORT = '(?::[0-9]{1,4})?';
/** Path, query and fragment: printable ASCII except for the backslash. */
const REST = '(?:[/?#][!-[\\]-~]*)?';

/**
 * Plain URLs, in which a parser finds nothing to change. Almost all are plain, and a parser takes ten times as long. Linear:
 * parts that can match in two ways have a limited length, and the rest can start in only one place.
 */
export const PLAIN_URL = new RegExp(`^https?://(?:${PLAIN_NAME}|${PLAIN_ADDRESS})${PORT}${REST}$`, 'i');

/** Valid URLs, and an invalid one for each fault. */
function urlSamples(): Samples {
  return {
    accepted: ['https://example.com/', 'http://[::1]:8000/a?b=c#d', 'https://bücher.example.com/'],
    refused: [
      'example.com',
      'https:example.com',
      'ftp://example.com/',
      'https://example.com/a b',
      'https://exam_ple.com/',
      'https://',
      `https://example.com/${'a'.repeat(2083)}`,
    ],
  };
}
