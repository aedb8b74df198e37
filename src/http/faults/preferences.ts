/** The faults that a request asks for, in its `Prefer` (RFC 7240). */
export interface Preferences {
  /** The status of the reply. */
  readonly code?: number | undefined;
  /** The seconds before the reply. */
  readonly delay?: number | undefined;
  /** The reply is to break off in the middle. */
  readonly cut?: boolean | undefined;
  /** A gateway's reply is to be a page. */
  readonly html?: boolean | undefined;
  /** The name of an example in the document. */
  readonly example?: string | undefined;
}

/** The longest delay, in seconds. */
const MAX_DELAY = 30;

/** One preference: a name, and a value, in quotation marks or not; what follows up to the next comma says nothing here. */
const PREFERENCE =
  /([!#$%&'*+.^`|~\w-]+)(?:[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^`|~\w-]+)))?[^,]*/g;
const CODE = /^[2-5]\d\d$/;
const DELAY = /^\d{1,2}(?:\.\d{1,3})?$/;

/** Reads what a request prefers; undefined where that is nothing that can be done. What is not known is ignored. */
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

/** The values by name. Of several of one name, the first counts. */
function valuesOf(prefer: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of prefer.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
  }
  return values;
}
