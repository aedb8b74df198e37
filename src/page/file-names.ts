/** The names of the page's files. The build inserts them here, and the files into `files.ts`, which is loaded later. */
export const pageFileNames: readonly string[] = [];
