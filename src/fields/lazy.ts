import { wrong } from '../errors/issue.ts';
import { once } from '../text/memo.ts';
import { type Field, field } from './field.ts';

/**
 * A field that is created later, for recursive kinds:
 * `const tree: Field<Tree> = object({ children: list(lazy(() => tree)) }, { name: 'Tree' })`.
 */
export function lazy<Value>(make: () => Field<Value>): Field<Value> {
  const get = once(make);
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
    /** Visits a recursive kind only once. */
    samples(like, open) {
      const inner = get();
      if (open.has(inner)) return { accepted: [], refused: [] };
      return inner.samples(like, new Set([...open, inner]));
    },
    /** Abbreviates a recursive name, which would be infinite. */
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

/** The name of the schema of a recursive kind that has no name. */
const NAMELESS = 'Recursive';

const beingNamed = new Set<object>();

let depth = 0;
/** The most levels of recursive kinds. An object that contains itself would otherwise overflow the stack. */
const MAX_DEPTH = 500;
