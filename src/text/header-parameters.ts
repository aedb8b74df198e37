import { once } from './memo.ts';
import { trim } from './scan.ts';
import { TOKEN_CHARACTER } from './strings.ts';

/** A header that consists of a value and its parameters: `form-data; name="a"`. */
interface Parameterized {
  /** The value in lower case, like the names of the parameters. */
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Reads such a header by [RFC 9110, 5.6.6](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6); undefined if it is malformed,
 * or repeats a parameter. Browsers do not escape with backslashes: theirs in `"C:\"` is just a backslash.
 */
export function readParameters(header: string): Parameterized | undefined {
  const text = trim(header);
  const colon = text.indexOf(';');
  const end = colon === -1 ? text.length : colon;
  const parameters = readFrom(text, end, escaping()) ?? readFrom(text, end, browser());
  return parameters && { value: trim(text.slice(0, end)).toLowerCase(), parameters };
}

function readFrom(text: string, start: number, parameter: RegExp): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>();
  parameter.lastIndex = start;
  while (parameter.lastIndex < text.length) {
    const [found, name, token, quoted = ''] = parameter.exec(text) ?? [];
    if (found === undefined) return undefined;
    if (name === undefined) continue;
    if (parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), token ?? unquote(quoted));
  }
  return parameters;
}

/** Semicolons, and possibly a parameter. No repetition can match what follows it. */
const escaping = once(() => parameterWith(String.raw`(?:[^"\\]|\\.)*`));
const browser = once(() => parameterWith('[^"]*'));

function parameterWith(quoted: string): RegExp {
  const token = `${TOKEN_CHARACTER}+`;
  return new RegExp(`[\\t ]*;[\\t ;]*(?:(${token})=(?:(${token})|"(${quoted})"))?`, 'sy');
}

/**
 * Decodes a quoted text. Browsers encode quotation marks and line ends by [the HTML
 * Standard](https://html.spec.whatwg.org/#multipart-form-data); other clients put a backslash before quotation marks and
 * backslashes.
 */
function unquote(quoted: string): string {
  if (!quoted.includes('%') && !quoted.includes('\\')) return quoted;
  const unescaped = quoted.replace(/\\(["\\])/g, '$1');
  return unescaped.replaceAll('%22', '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
}
