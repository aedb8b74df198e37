import { TOKEN_CHARACTER } from '../../text/strings.ts';
/** The faults that a request asks for in its `Prefer` header (RFC 7240). */
export interface Preferences {
  /** The status of the reply. */
  readonly code?: number | undefined;
  /** The delay before the reply, in seconds. */
  readonly delay?: number | undefined;
  /** True if the body should break off in the middle. */
  readonly cut?: boolean | undefined;
  /** True if a gateway's reply should be a page. */
  readonly html?: boolean | undefined;
  /** The name of an example in the document. */
  readonly example?: string | undefined;
}

/** The longest delay, in seconds. */
const MAX_DELAY = 30;

/** A preference: a name, and possibly a value, which may be quoted. The rest, up to a comma outside quotation marks, is ignored. */
const TOKEN = `(${TOKEN_CHARACTER}+)`;
const INSIDE_QUOTES = String.raw`(?:[^"\\]|\\.)*`;
const PREFERENCE = new RegExp(
  String.raw`${TOKEN}(?:[\t ]*=[\t ]*(?:"(${INSIDE_QUOTES})"|${TOKEN}))?[^,"]*(?:"${INSIDE_QUOTES}"?[^,"]*)*`,
  'g',
);
const CODE = /^[2-5]\d\d$/;
const DELAY = /^\d{1,2}(?:\.\d{1,3})?$/;

/** Reads the preferences of a request; undefined if none can be followed. Unknown ones are ignored. */
export function readPreferences(prefer: string | undefined): Preferences | undefined {
  if (prefer === undefined) return undefined;
  const given = valuesOf(prefer);
  const { code = '', delay = '', cut, format, example } = Object.fromEntries(given);
  const seconds = DELAY.test(delay) ? Number(delay) : 0;
  const preferences = {
    code: CODE.test(code) ? Number(code) : undefined,
    delay: seconds > 0 && seconds <= MAX_DELAY ? seconds : undefined,
    cut: cut === 'body' || undefined,
    html: format === 'html' || undefined,
    example: example || undefined,
  };
  return Object.values(preferences).some((value) => value !== undefined) ? preferences : undefined;
}

/** Returns the values by name. The first of several with one name counts. */
function valuesOf(prefer: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of prefer.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
  }
  return values;
}
