/** The names of the files that the page is made of. The build puts them here, and the files beside, which are loaded later. */
export const pageFileNames: readonly string[] = [];
