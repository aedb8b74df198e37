import type { MakeAnswers } from './docs-options.ts';

/**
 * Stands in for `answers.ts` on Workers, which have little time for a request and little room for code. It imports nothing:
 * bundlers keep what is loaded late as a whole, with everything that it imports.
 */
export const docsAnswers: MakeAnswers | undefined = undefined;
