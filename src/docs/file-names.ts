/** The names of the files of the page. The build puts them here, and the files into `files.ts`, which is loaded later. */
export const pageFileNames: readonly string[] = [];
