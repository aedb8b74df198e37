import { type AnyField, field } from '../../fields/field.ts';
import { wrong } from './issues.ts';

/** The limit on schemas tried for one value: a few that refer to each other can take exponential time. */
const MAX_TRIES = 200_000;

let tries = 0;
let depth = 0;

/** Wraps the field of a schema that is referred to. It refuses a value for which too many schemas have been tried. */
export function counted(inner: AnyField): AnyField {
  return field<unknown>({
    ...inner,
    parse(raw, fit) {
      if (depth === 0) tries = 0;
      if (++tries > MAX_TRIES) return wrong('recursion_loop', raw);
      depth++;
      try {
        return inner.parse(raw, fit);
      } finally {
        depth--;
      }
    },
  });
}
