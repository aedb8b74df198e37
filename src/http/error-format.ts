import { type Issue, type Path, pydanticContext, pydanticMessage, reason } from '../issues/issue.ts';
import type { PydanticContext } from '../issues/words.ts';

/** The form that the entries of an automatic 422 have. */
export interface ErrorFormat {
  type(issue: Issue): string;
  /** The beginning of a message, by the place of the value alone. */
  label(path: Path): string;
  /** The rest of the message. */
  message(issue: Issue): string;
  /** The `ctx` of an entry, if it has one. */
  context(issue: Issue): PydanticContext | undefined;
}

export interface PlainErrorOptions {
  /** The names by which people know fields; those of others are capitalised. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Other names for types of issues. */
  readonly types?: Readonly<Record<string, string>>;
}

/** Words of ours behind the label of the field: `Age: must be between 0 and 120`. */
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

/** The words and the `ctx` of pydantic: `Input should be less than or equal to 120`. */
export const pydanticErrors: ErrorFormat = {
  type: ({ publicType }) => publicType,
  label: () => '',
  message: pydanticMessage,
  context: pydanticContext,
};
