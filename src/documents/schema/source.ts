import type { Located } from '../located.ts';
import type { References } from '../references.ts';
import type { LocatedSchema } from '../schema.ts';
import type { SchemaIssueType } from './issues.ts';
import type { Evaluate } from './run.ts';
import type { Version } from './types.ts';

/** A schema whose keywords are read, and the means to compile the schemas in them. */
export interface Source {
  readonly schema: LocatedSchema;
  readonly version: Version;
  readonly references: References;
  /** The names of properties that only the other side sends, so that they are not required. */
  readonly foreign: ReadonlySet<string>;
  /** Compiles a schema of a part of the value. `whenFalse` is the mistake of a part that must not be there. */
  readonly part: (schema: Located, whenFalse?: SchemaIssueType) => Evaluate;
  /** Compiles another schema of the same value. */
  readonly same: (schema: Located) => Evaluate;
  /** Compiles the schema that a reference leads to, also of the same value. */
  readonly target: (reference: string, isDynamic: boolean) => Evaluate;
}
