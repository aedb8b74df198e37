/** FastAPI's names of the schemas of its 422, and of one entry. */
export const VALIDATION_ERROR = 'HTTPValidationError';
export const ENTRY = 'ValidationError';

/** Recognizes the schemas of a document that FastAPI wrote, by their names. */
export function areOfFastapi(names: readonly string[]): boolean {
  return [VALIDATION_ERROR, ENTRY].every((name) => names.includes(name));
}
