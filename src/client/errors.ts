/** Reads error bodies of any kind: those of Assay and FastAPI, problem details, HTML pages, or none. */

/** Messages by the path of their field: `address.zip`, `items.0.name`; under `''`, those that belong to no field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** One entry of a list of validation errors. */
export interface ValidationEntry {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

const NO_REASON = 'The server gave no reason';
const NO_JSON = 'The server gave an answer that could not be read';

/**
 * Groups the messages of an error body by field. Never throws.
 *
 * @example
 * fieldErrors({ detail: [{ loc: ['body', 'age'], msg: 'Age: must be an integer', type: 'int_type' }] }).age // [ 'Age: must be an integer' ]
 */
export function fieldErrors(body: unknown): FieldErrors {
  const errors: Record<string, string[]> = Object.create(null);
  for (const [path, text] of messagesOf(parsed(body))) {
    errors[path] ??= [];
    errors[path]?.push(text);
  }
  return errors;
}

/**
 * Recognizes a list of validation errors, of Assay or FastAPI.
 *
 * @example
 * isValidationError({ detail: 'Not Found' }) // false
 */
export function isValidationError(body: unknown): body is { readonly detail: readonly ValidationEntry[] } {
  const { detail } = recordOf(body);
  return Array.isArray(detail) && detail.length > 0 && detail.every(isEntry);
}

/**
 * Joins the messages of an error body into one text for people. Never throws.
 *
 * @example
 * message({ detail: 'Not Found' }) // 'Not Found'
 */
export function message(body: unknown): string {
  const texts = messagesOf(parsed(body)).map(([path, text]) => {
    const isLabelled = path === '' || /^[^:]{1,60}: \S/.test(text);
    return isLabelled ? text : `${path}: ${text}`;
  });
  return texts.join('. ');
}

type Message = readonly [path: string, text: string];

function messagesOf(body: unknown): Message[] {
  if (typeof body === 'string') return [['', textOf(body)]];
  const { detail, errors, title, message, error } = recordOf(body);
  const entries = Array.isArray(errors) && errors.length > 0 ? errors : detail;
  if (Array.isArray(entries)) return entries.length > 0 ? entries.map(messageOf) : [['', NO_REASON]];
  if (typeof entries === 'object' && entries !== null) return [messageOf(entries)];
  return [['', firstText(detail, message, error, title, Array.isArray(body) ? body[0] : undefined)]];
}

/** The message of one entry of a list of errors, or of a detail that is an object. */
function messageOf(entry: unknown): Message {
  if (typeof entry === 'string') return ['', textOf(entry)];
  const { loc, pointer, parameter, field, msg, message, detail, error, title } = recordOf(entry);
  const path = Array.isArray(loc) ? pathOf(loc) : firstPath(pointer, parameter, field);
  return [path, firstText(msg, message, detail, error, title)];
}

/** The path within a part of the request: `["body", "items", 0]` is `items.0`. */
function pathOf(loc: readonly unknown[]): string {
  const steps = loc.filter((step) => typeof step === 'string' || typeof step === 'number');
  return (PARTS.has(steps[0]) ? steps.slice(1) : steps).join('.');
}

const PARTS: ReadonlySet<unknown> = new Set(['body', 'query', 'path', 'header', 'cookie']);

function firstPath(pointer: unknown, ...names: readonly unknown[]): string {
  if (typeof pointer !== 'string') return String(names.find((name) => typeof name === 'string') ?? '');
  const steps = pointer.replace(/^#?\/?/, '').split('/');
  return steps.map((step) => unescaped(step).replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}

/** Decodes a step of a pointer: in a URI fragment, it is percent-encoded (RFC 6901, 6). */
function unescaped(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function firstText(...candidates: readonly unknown[]): string {
  const text = candidates.find((candidate) => typeof candidate === 'string' && candidate.trim() !== '');
  return typeof text === 'string' ? textOf(text) : NO_REASON;
}

/** Returns a text to show in a form; pages and JSON are replaced. */
function textOf(text: string): string {
  const shown = text.trim();
  if (shown === '') return NO_REASON;
  return /^[<{[]/.test(shown) ? NO_JSON : shown;
}

/** Parses a body that is JSON text; returns any other as it is. */
function parsed(body: unknown): unknown {
  if (typeof body !== 'string' || !/^\s*[{["]/.test(body)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function isEntry(entry: unknown): boolean {
  const { type, loc, msg } = recordOf(entry);
  return typeof type === 'string' && typeof msg === 'string' && Array.isArray(loc);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
