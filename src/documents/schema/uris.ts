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

/** The characters of a part: those of ASCII, and in an IRI most others, some of them only in a query. */
interface Characters {
  readonly path: () => RegExp;
  readonly query: () => RegExp;
  readonly fragment: () => RegExp;
  readonly userInfo: () => RegExp;
  readonly host: () => RegExp;
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
  const only = (more: string) => latePattern(`^(?:[${plain}${more}]|%[0-9a-fA-F]{2})*$`);
  return {
    path: only(':@/'),
    query: only(`:@/?${inQuery}`),
    fragment: only(':@/?'),
    userInfo: only(':'),
    host: only(''),
  };
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
  return allowed.path().test(part(3)) && allowed.query().test(part(4)) && allowed.fragment().test(part(5));
}

/** Accepts a host, with a user before it and a port after it. */
function isAuthority(text: string, allowed: Characters): boolean {
  const at = text.indexOf('@');
  const place = text.slice(at + 1);
  const [, host = '', port = ''] = HOST_AND_PORT.exec(place) ?? [];
  if (host === '' && port === '' && place !== '' && place !== ':') return false;
  return (
    (at === -1 || allowed.userInfo().test(text.slice(0, at))) && PORT.test(port) && isHost(host, allowed)
  );
}

const HOST_AND_PORT = /^(\[[^\]]*\]|[^:[\]]*)(?::(.*))?$/su;

function isHost(host: string, allowed: Characters): boolean {
  if (!host.startsWith('[')) return allowed.host().test(host);
  const address = host.slice(1, -1);
  return FUTURE_ADDRESS.test(address) || (!address.includes('%') && isV6(address));
}

const NAME = String.raw`(?:\w|%[0-9a-fA-F]{2})+`;
const VARIABLE = String.raw`${NAME}(?:\.${NAME})*(?::[1-9][0-9]{0,3}|\*)?`;
const EXPRESSION = new RegExp(`^[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*$`);

/** The characters outside the expressions of a template. */
const literal = latePattern(
  `^(?:[!#$&()*+,./0-9:;=?@A-Z[\\]_a-z~'-]|%[0-9a-fA-F]{2}|[${OTHER}${PRIVATE}])*$`,
);

/** Accepts a template of [RFC 6570](https://www.rfc-editor.org/rfc/rfc6570). */
export function isUriTemplate(text: string): boolean {
  const [first = '', ...others] = text.split('{');
  return literal().test(first) && others.every(isExpressionAndLiteral);
}

/** Accepts what follows an opening brace. */
function isExpressionAndLiteral(text: string): boolean {
  const end = text.indexOf('}');
  const expression = text.slice(0, Math.max(end, 0));
  return EXPRESSION.test(expression) && literal().test(text.slice(end + 1));
}
