import { isV6 } from '../../fields/ip.ts';
import { defined } from '../../text/guards.ts';
import { latePattern } from '../../text/memo.ts';

/** Identifiers of [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986) and [RFC 3987](https://www.rfc-editor.org/rfc/rfc3987). */

/** Splits any text into scheme, authority, path, query and fragment. */
const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su;
const SCHEME = /^[a-z][a-z0-9+.-]*$/i;
const FIRST_SEGMENT_WITH_COLON = /^[^/]*:/;
const PORT = /^[0-9]*$/;
const FUTURE_ADDRESS = /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** Tells whether a part has only characters that it may have: those of ASCII, and in an IRI most others, some of them only in a query. */
interface Characters {
  readonly path: (part: string) => boolean;
  readonly query: (part: string) => boolean;
  readonly fragment: (part: string) => boolean;
  readonly userInfo: (part: string) => boolean;
  readonly host: (part: string) => boolean;
}

const ASCII = String.raw`\w.~!$&'()*+,;=\-`;
const OTHER =
  String.raw`\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}` +
  Array.from(
    { length: 14 },
    (_, plane) => `\\u{${(plane + 1).toString(16)}0000}-\\u{${(plane + 1).toString(16)}fffd}`,
  ).join('');
const PRIVATE = String.raw`\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}`;

function charactersWith(plain: string, inQuery: string): Characters {
  const only = (more: string) => onlyOf(plain + more);
  return {
    path: only(':@/'),
    query: only(`:@/?${inQuery}`),
    fragment: only(':@/?'),
    userInfo: only(':'),
    host: only(''),
  };
}

/** Looks for the first character that may not be there: to match all of a long text, V8 would need too much memory. */
function onlyOf(characters: string): (text: string) => boolean {
  const other = latePattern(`[^%${characters}]|%(?![0-9a-fA-F]{2})`);
  return (text) => !other().test(text);
}

const ofUri = charactersWith(ASCII, '');
const ofIri = charactersWith(ASCII + OTHER, PRIVATE);

export function isUri(text: string): boolean {
  return isIdentifier(text, ofUri, true);
}

export function isUriReference(text: string): boolean {
  return isIdentifier(text, ofUri, false);
}

export function isIri(text: string): boolean {
  return isIdentifier(text, ofIri, true);
}

export function isIriReference(text: string): boolean {
  return isIdentifier(text, ofIri, false);
}

function isIdentifier(text: string, allowed: Characters, isAbsolute: boolean): boolean {
  const parts = defined(PARTS.exec(text));
  const [, scheme, authority] = parts;
  const part = (at: number) => parts[at] ?? '';
  const isNamed = scheme === undefined ? !isAbsolute : SCHEME.test(scheme);
  if (!isNamed || (authority !== undefined && !isAuthority(authority, allowed))) return false;
  if (scheme === undefined && FIRST_SEGMENT_WITH_COLON.test(part(3))) return false;
  return allowed.path(part(3)) && allowed.query(part(4)) && allowed.fragment(part(5));
}

/** Accepts a host, with a user before it and a port after it. */
function isAuthority(text: string, allowed: Characters): boolean {
  const at = text.indexOf('@');
  const place = text.slice(at + 1);
  const [, host = '', port = ''] = HOST_AND_PORT.exec(place) ?? [];
  if (host === '' && port === '' && place !== '' && place !== ':') return false;
  return (at === -1 || allowed.userInfo(text.slice(0, at))) && PORT.test(port) && isHost(host, allowed);
}

const HOST_AND_PORT = /^(\[[^\]]*\]|[^:[\]]*)(?::(.*))?$/su;

function isHost(host: string, allowed: Characters): boolean {
  if (!host.startsWith('[')) return allowed.host(host);
  const address = host.slice(1, -1);
  return FUTURE_ADDRESS.test(address) || (!address.includes('%') && isV6(address));
}

const OPERATOR = /^[+#./;?&=,!@|]/;
const MODIFIER = /(?::[1-9][0-9]{0,3}|\*)$/;
const NO_NAME = /[^\w.%]|%(?![0-9a-fA-F]{2})|^\.|\.\.|\.$|^$/;

/** Accepts the variables of a template, such as `?name,tags*`. */
function isExpression(text: string): boolean {
  const variables = text.replace(OPERATOR, '').split(',');
  return variables.every((each) => !NO_NAME.test(each.replace(MODIFIER, '')));
}

/** The characters outside the expressions of a template. */
const isLiteral = onlyOf(`!#$&()*+,./0-9:;=?@A-Z[\\]_a-z~'\\-${OTHER}${PRIVATE}`);

/** Accepts a template of [RFC 6570](https://www.rfc-editor.org/rfc/rfc6570). */
export function isUriTemplate(text: string): boolean {
  const [first = '', ...others] = text.split('{');
  return isLiteral(first) && others.every(isExpressionAndLiteral);
}

/** Accepts what follows an opening brace. */
function isExpressionAndLiteral(text: string): boolean {
  const end = text.indexOf('}');
  const expression = text.slice(0, Math.max(end, 0));
  return isExpression(expression) && isLiteral(text.slice(end + 1));
}
