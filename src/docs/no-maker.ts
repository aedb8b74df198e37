import type { MakeAnswers } from './docs-options.ts';

/**
 * Replaces `answers.ts` on Workers, where CPU time and code size are limited. It imports no code: bundlers include a module
 * that is loaded dynamically with all its imports.
 */
export const docsAnswers: MakeAnswers | undefined = undefined;
