import { type Issue, type Path, pydanticContext, pydanticMessage, reason } from '../issues/issue.ts';
import type { PydanticContext } from '../issues/words.ts';

/** The format of the entries of an automatic 422. */
export interface ErrorFormat {
  type(issue: Issue): string;
  /** Returns the beginning of a message, which depends only on the path. */
  label(path: Path): string;
  /** Returns the rest of the message. */
  message(issue: Issue): string;
  /** Returns the `ctx` of an entry, if it has one. */
  context(issue: Issue): PydanticContext | undefined;
}

interface PlainErrorOptions {
  /** The labels of fields; other fields have their names, capitalized. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Other names for types of issues. */
  readonly types?: Readonly<Record<string, string>>;
}

/** Assay's messages, after the label of the field: `Age: must be between 0 and 120`. */
export function plainErrors({ labels = {}, types = {} }: PlainErrorOptions = {}): ErrorFormat {
  const labelOf = new Map(Object.entries(labels));
  const typeOf = new Map(Object.entries(types));
  return {
    type: ({ publicType }) => typeOf.get(publicType) ?? publicType,
    label(path) {
      const name = String(path.findLast((key) => typeof key === 'string'));
      return `${labelOf.get(name) ?? name.charAt(0).toUpperCase() + name.slice(1)}: `;
    },
    message: reason,
    context: () => undefined,
  };
}

/** The messages and `ctx` of pydantic: `Input should be less than or equal to 120`. */
export const pydanticErrors: ErrorFormat = {
  type: ({ publicType }) => publicType,
  label: () => '',
  message: pydanticMessage,
  context: pydanticContext,
};
