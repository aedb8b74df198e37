/** The pieces for programs that read the replies: the package's `assay/client`. It imports nothing at run time. */
export { type Client, type ClientOptions, createClient, type Reply } from './client.ts';
export { type FieldErrors, fieldErrors, isValidationError, message, type ValidationEntry } from './errors.ts';
