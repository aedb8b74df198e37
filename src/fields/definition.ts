import type { Issues, Path } from '../issues/issue.ts';
import type { Definitions, JsonSchema, Side } from './definitions.ts';
import type { Fit } from './fit.ts';
import type { Open, Samples } from './samples/samples.ts';

export type { JsonSchema, Side };

/** The definition of a kind of field. */
export interface FieldDefinition<Value> {
  /** Turns whatever arrived into a value, or into everything that is wrong with it. Never throws. Tells `fit` how well it fits. */
  parse(raw: unknown, fit?: Fit): Value | Issues;
  /** Parses a value that stands at `place`, the beginning of every path. */
  parseAt?(raw: unknown, place: Path): Value | Issues;
  /** Turns a value into JSON text. */
  write(value: Value): string;
  /** Describes, as JSON Schema, what may come in or what goes out. What has a name is told once, in `definitions`. */
  describe(side: Side, definitions: Definitions): JsonSchema;
  /** Names the kind as pydantic does where an issue could be of several kinds: `list[int]`. */
  typeName?(): string;
  /**
   * Samples of what it takes and refuses: bounds and what is beside them, and a value for each type of issue. Values of other
   * types of JSON need not be told. A kind that holds others takes them from `like`, a value that it accepts, and changes one.
   */
  samples?(like: unknown, open: Open): Samples;
  /** The name under which it is described. */
  readonly name?: string;
  /** The value for one that was not sent inside `enclosing`; without it the field is required. */
  absent?(enclosing: unknown): Value | Issues;
  /** Tells whether a request without the field is refused in the end, where `absent` does not tell. */
  readonly required?: boolean;
  /** Tells whether it may be left out of a reply: its value is undefined then. */
  readonly isOmittable?: boolean;
  /** The name that replies show for it, where it is sent under another one. */
  readonly shownAs?: string;
  /** Tells whether it stands for several parameters of a body, which FastAPI looks for one by one. */
  readonly isEmbedded?: boolean;
  /** Tells whether there is no text that `parse` refuses. */
  readonly takesAnyText?: boolean;
}
