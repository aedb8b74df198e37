/** The reader of documents, loaded only where there is one. */
export { loadDocumentApp } from './load-document.ts';
export { watchDocument } from './watched-document.ts';
