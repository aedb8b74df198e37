/** The entry point `assay/openapi`: apps made from OpenAPI documents. */
export { type DocumentApp, type DocumentOptions, fromDocument } from '../app/from-document.ts';
export { DocumentError, type Unsupported } from '../openapi/reading/mistake.ts';
