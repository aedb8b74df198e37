import { wrong } from '../issues/issue.ts';
import { type Field, field } from './field.ts';

/**
 * A field that is not made yet, for kinds that hold values of their own kind:
 * `const tree: Field<Tree> = object({ children: list(lazy(() => tree)) }, { name: 'Tree' })`.
 */
export function lazy<Value>(get: () => Field<Value>): Field<Value> {
  return field<Value>({
    parse(raw, fit) {
      if (depth >= MAX_DEPTH) return wrong('recursion_loop', raw);
      depth++;
      try {
        return get().parse(raw, fit);
      } finally {
        depth--;
      }
    },
    write: (value) => get().write(value),
    describe(side, definitions) {
      const inner = get();
      if (inner.name !== undefined) return inner.describe(side, definitions);
      return definitions.refer(NAMELESS, side, inner.describe);
    },
    /** A kind that holds itself is gone through once. */
    samples(like, open) {
      const inner = get();
      if (open.has(inner)) return { accepted: [], refused: [] };
      return inner.samples(like, new Set([...open, inner]));
    },
    /** The name of a kind that holds itself would have no end. */
    typeName() {
      const inner = get();
      if (beingNamed.has(inner)) return '...';
      beingNamed.add(inner);
      const name = inner.typeName();
      beingNamed.delete(inner);
      return name;
    },
  });
}

/** The name of the schema of a kind that has none. */
const NAMELESS = 'Recursive';

const beingNamed = new Set<object>();

let depth = 0;
/** More than JSON is ever nested; an object that contains itself would be followed until the stack overflows. */
const MAX_DEPTH = 500;
