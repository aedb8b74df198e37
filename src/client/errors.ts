import { readErrors } from '../errors/bodies/read.ts';

/** Reads error bodies of any kind: those of Assay and FastAPI, problem details, HTML pages, or none. */

/** Messages by the path of their field: `address.zip`, `items.0.name`; under `''`, those that belong to no field. */
export type FieldErrors = Partial<Record<string, string[]>>;

/** One entry of a list of validation errors. */
export interface ValidationEntry {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/**
 * Groups the messages of an error body by field. Never throws.
 *
 * @example
 * fieldErrors({ detail: [{ loc: ['body', 'age'], msg: 'Age: must be an integer', type: 'int_type' }] }).age // [ 'Age: must be an integer' ]
 */
export function fieldErrors(body: unknown): FieldErrors {
  const errors: FieldErrors = Object.create(null);
  for (const [path, text] of readErrors(body)) {
    errors[path] ??= [];
    errors[path].push(text);
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
  const { detail } = Object(body);
  return Array.isArray(detail) && detail.length > 0 && detail.every(isEntry);
}

/**
 * Joins the messages of an error body into one text for people. Never throws.
 *
 * @example
 * message({ detail: 'Not Found' }) // 'Not Found'
 */
export function message(body: unknown): string {
  const texts = readErrors(body).map(([path, text]) => {
    const isLabelled = text.startsWith(path) || /^[^:]{1,60}: \S/.test(text);
    return isLabelled ? text : `${path}: ${text}`;
  });
  return texts.join('. ').replaceAll('.. ', '. ');
}

function isEntry(entry: unknown): boolean {
  const { type, loc, msg } = Object(entry);
  return typeof type === 'string' && typeof msg === 'string' && Array.isArray(loc);
}
