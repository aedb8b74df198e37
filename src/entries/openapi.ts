/** An app made of an OpenAPI document: the package's `assay/openapi`. */
export { type DocumentApp, type DocumentOptions, fromDocument } from '../app/from-document.ts';
export { DocumentError, type Unsupported } from '../openapi/reading/mistake.ts';
