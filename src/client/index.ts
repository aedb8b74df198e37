/** The entry point `assay/client`: a typed client and helpers that read errors. It imports nothing else at run time. */
export { type Client, type ClientOptions, createClient, type Reply } from './client.ts';
export { type FieldErrors, fieldErrors, isValidationError, message, type ValidationEntry } from './errors.ts';
