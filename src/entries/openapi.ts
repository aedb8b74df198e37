/** The entry point `assay/openapi`: apps made from OpenAPI documents. */

export type { CallbackRequest } from '../documents/callbacks.ts';
export { DocumentError, type Unsupported } from '../documents/references.ts';
export { type DocumentApp, type DocumentOptions, fromDocument } from '../from-document.ts';
