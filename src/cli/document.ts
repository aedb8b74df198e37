/** The reader of documents, loaded only when the command is given one. */
export { loadDocumentApp } from './load-document.ts';
export { watchDocument } from './watched-document.ts';
