import { type Issue, pydanticContext, pydanticMessage, reason } from '../errors/issue.ts';
import type { PydanticContext } from '../errors/words.ts';

/** The format of the entries of an automatic 422. */
export interface ErrorFormat {
  /** Returns the beginning of a message, which depends only on the path and the label of the issue. */
  label(issue: Pick<Issue, 'label' | 'path'>): string;
  /** Returns the rest of the message. */
  message(issue: Issue): string;
  /** Returns the `ctx` of an entry, if it has one. */
  context(issue: Issue): PydanticContext | undefined;
}

/** Assay's messages, after the label of the field: `Age: must be between 0 and 120`. */
export const plainErrors: ErrorFormat = {
  label({ label, path }) {
    return `${label ?? capitalized(String(path.findLast((key) => typeof key === 'string')))}: `;
  },
  message: reason,
  context: () => undefined,
};

/** The messages and `ctx` of pydantic: `Input should be less than or equal to 120`. */
export const pydanticErrors: ErrorFormat = {
  label: () => '',
  message: pydanticMessage,
  context: pydanticContext,
};

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
