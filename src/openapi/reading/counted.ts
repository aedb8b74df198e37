import { type AnyField, field } from '../../fields/field.ts';
import { wrong } from '../../issues/issue.ts';
import { withoutPlaces } from './checks.ts';

/** The most schemas that are tried for one value: a few that refer to each other can ask for more than anybody has time for. */
const MAX_TRIES = 200_000;

let tries = 0;
let depth = 0;

/** A field of a schema that others refer to, which gives up where a value has been tried by too many. */
export function counted(inner: AnyField): AnyField {
  return field<unknown>({
    ...withoutPlaces(inner),
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
