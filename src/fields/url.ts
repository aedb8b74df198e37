import { type Issues, wrong } from '../issues/issue.ts';
import type { IssueType } from '../issues/table.ts';
import { latePattern } from '../text/late-pattern.ts';
import { quote } from '../text/quote.ts';
import { trim } from '../text/trim.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { decodePunycode } from './idna/punycode.ts';
import { readAsFastapi, type UrlRules } from './url/fastapi.ts';
import { isTooLong, MAX_NAME } from './url/length.ts';
import { parseUrl } from './url/parse.ts';
import { PLAIN_URL } from './url/plain.ts';
import { urlSamples } from './url/samples.ts';
import type { ValuesOption } from './values.ts';

/**
 * An absolute URL of the web: one of http or https that the [WHATWG parser](https://url.spec.whatwg.org/) accepts
 * without a repair, on a host with a domain name or an IP address. It stays as it was sent, but for the white
 * space around it; with `values: 'fastapi'` what the parser mends is read as well, and its value is its normal form.
 */
export function url({ values = 'strict' }: ValuesOption = {}): Field<string> {
  const read = values === 'fastapi' ? (raw: string) => readAsFastapi(raw, httpUrl) : readAsSent;
  return field({
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      return typeof raw === 'string' ? read(raw) : wrong('url_type', raw);
    },
    write: quote,
    typeName: () => (values === 'fastapi' ? 'function-wrap[wrap_val()]' : 'url'),
    describe: (side) => ({
      type: 'string',
      ...(side === 'request' && { format: 'uri' }),
      pattern: patterns[side],
    }),
    samples: () => urlSamples,
  });
}

/** The rules of pydantic's `HttpUrl`. */
const httpUrl: UrlRules = { schemes: ['http', 'https'], maxLength: 2083 };

const SPACE = '[\\t-\\r ]*';
/** As much of the rule as a pattern can tell. */
const FORM = '[hH][tT][tT][pP][sS]?://[^\\s\\\\]+';
/** A usual one of those: its host is a domain name of not too many letters, or an IPv4 address. */
const LETTERS = '(?:[0-9A-Za-z-]{0,28}[0-9A-Za-z])?';
const NAME = `(?:[0-9A-Za-z]${LETTERS}\\.){0,7}[A-Za-z]${LETTERS}`;
const OCTET = '(?:[1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])';
const USUAL = `^https?://(?:${NAME}|(?:${OCTET}\\.){3}${OCTET})(?::[0-9]{1,4})?(?:/[^\\s\\\\]*)?$`;
const patterns = { input: `^${SPACE}${FORM}${SPACE}$`, request: USUAL, output: `^${FORM}$` };
const ANY_SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SCHEME = /^https?:\/\//i;
/** The WHATWG parser would drop or encode these, or take `\` for `/`. */
const forbidden = latePattern(String.raw`[\s\p{Cc}\p{Cs}\\]`);
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

function readAsSent(raw: string): string | Issues {
  const text = trim(raw);
  if (PLAIN_URL.test(text)) return text;
  if (!SCHEME.test(text)) return wrong(schemeIssue(text), raw);
  const codePoint = forbidden().exec(text)?.[0].codePointAt(0);
  if (codePoint !== undefined) return wrong('url_character', raw, { codePoint });
  const authority = writtenAuthority(text);
  const written = before(authority, ':');
  if (isTooLong(written) || !isPunycode(written)) return wrong('url_host', raw);
  const host = hostOf(authority);
  if (host === undefined) return wrong('url_parsing', raw);
  return isHost(host) ? text : wrong('url_host', raw);
}

/** The fault at the start of a URL that is none of the web. */
function schemeIssue(text: string): IssueType {
  const [, scheme] = ANY_SCHEME.exec(text) ?? [];
  if (scheme === undefined) return 'url_relative';
  return /^https?$/i.test(scheme) ? 'url_slashes' : 'url_scheme';
}

/** Host and port as they were sent. Of what stands around them, the parser accepts everything. */
function writtenAuthority(text: string): string {
  const rest = text.slice(text.indexOf('/'));
  const start = rest.search(/[^/]/);
  if (start === -1) return '';
  const authority = before(rest.slice(start), '/', '?', '#');
  return authority.includes('@') ? authority.slice(authority.lastIndexOf('@') + 1) : authority;
}

/** The text before the first of these; to search long texts character by character takes far longer. */
function before(text: string, ...ends: readonly string[]): string {
  const found = ends.map((end) => text.indexOf(end)).filter((at) => at >= 0);
  return text.slice(0, Math.min(text.length, ...found));
}

/** Tells whether labels that claim to be Punycode come back from Unicode as they were. Not every runtime's parser looks. */
function isPunycode(written: string): boolean {
  const claims = written.toLowerCase().split('.').filter(isClaim);
  if (claims.length === 0) return true;
  const labels = claims.map((claim) => decodePunycode(claim.slice(PREFIX.length)));
  return !labels.includes(undefined) && hostOf(labels.join('.')) === claims.join('.');
}

const PREFIX = 'xn--';
const isClaim = (part: string) => part.startsWith(PREFIX);

/** The host of a host and port, as the WHATWG parser reads it. */
function hostOf(authority: string): string | undefined {
  return parseUrl(`http://${authority}`)?.hostname;
}

/**
 * An IP address, which the parser has checked, or labels by [RFC 1123](https://www.rfc-editor.org/rfc/rfc1123#page-13).
 * One dot may follow them, as in [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2).
 */
function isHost(host: string): boolean {
  if (host.startsWith('[')) return true;
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return name.length <= MAX_NAME && name.split('.').every((part) => LABEL.test(part));
}
