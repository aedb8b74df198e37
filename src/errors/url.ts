import { defined } from '../text/guards.ts';
import { type Context, type Row, show } from './words.ts';

const SCHEMES_ONLY = 'it must start with http:// or https://';
const EXPECTED_SCHEMES = "'http' or 'https'";
/** The names that a URL parser has for characters that it would repair or drop. */
const violations: ReadonlyMap<number, string> = new Map([
  [0x09, 'tabs or newlines are ignored in URLs'],
  [0x0a, 'tabs or newlines are ignored in URLs'],
  [0x0d, 'tabs or newlines are ignored in URLs'],
  [0x5c, 'backslash'],
]);

/** Issues of a URL. Each names its fault. For a URL that pydantic would repair, the message is that of its strict mode. */
export function urlIssues() {
  return {
    url_type: {
      reason: reasonOf('it is not a string'),
      pydanticMessage: () => 'URL input should be a string or URL',
    },
    url_relative: parsing(SCHEMES_ONLY, (input) =>
      input === '' ? 'input is empty' : 'relative URL without a base',
    ),
    url_slashes: violation(SCHEMES_ONLY, () => 'expected //'),
    url_scheme: {
      reason: reasonOf(SCHEMES_ONLY),
      pydanticMessage: () => `URL scheme should be ${EXPECTED_SCHEMES}`,
      pydanticContext: () => ({ expected_schemes: EXPECTED_SCHEMES }),
    },
    url_character: violation(
      ({ codePoint }) => `${show(codePoint)} is not allowed`,
      ({ codePoint = 0 }) => violations.get(codePoint) ?? 'non-URL code point',
    ),
    url_parsing: parsing('the host or the port is missing or malformed', hostError),
    url_host: parsing('the host must be a domain name or an IP address', hostError),
  } as const;
}

/** Makes the row for a URL that pydantic's parser cannot read either. */
function parsing(
  why: string,
  error: (input: unknown) => string,
): Row & { readonly publicType: 'url_parsing' } {
  return {
    publicType: 'url_parsing',
    reason: reasonOf(why),
    pydanticMessage: (_, input) => `Input should be a valid URL, ${error(input)}`,
    pydanticContext: (_, input) => ({ error: error(input) }),
  };
}

function violation(why: string | ((context: Context) => string), error: (context: Context) => string): Row {
  return {
    publicType: 'url_syntax_violation',
    reason: reasonOf(why),
    pydanticMessage: (context) => `Input violated strict URL syntax rules, ${error(context)}`,
    pydanticContext: (context) => ({ error: error(context) }),
  };
}

/** Names the mistake in the host or the port, as a URL parser does. */
function hostError(input: unknown): string {
  const [, host = '', port] = defined(AUTHORITY.exec(String(input)));
  if (host === '') return 'empty host';
  if (host.startsWith('[')) return 'invalid IPv6 address';
  if (port !== undefined && !(Number(port) <= MAX_PORT)) return 'invalid port number';
  return LAST_IS_NUMBER.test(host) ? 'invalid IPv4 address' : 'invalid international domain name';
}

const AUTHORITY = /^(?:[^:]*:\/*(?:[^/?#@]*@)?(\[[^\]/?#]*\]?|[^:/?#]*)(?::([^/?#]*))?)?/;
const LAST_IS_NUMBER = /(?:^|\.)[0-9][^.]*\.?$/;
const MAX_PORT = 65_535;

function reasonOf(why: string | ((context: Context) => string)): Row['reason'] {
  if (typeof why !== 'string') return (context) => `must be a valid URL (${why(context)})`;
  const reason = `must be a valid URL (${why})`;
  return () => reason;
}
