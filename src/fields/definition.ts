import type { Issues } from '../errors/issue.ts';
import type { Definitions, JsonSchema, Side } from './definitions.ts';
import type { Fit } from './fit.ts';
import type { Open, Samples } from './samples.ts';

export type { JsonSchema, Side };

/** The definition of a kind of field. */
export interface FieldDefinition<Value> {
  /**
   * Returns the value, or everything that is wrong with the input. Never throws. Reports to `fit` how well the input fits;
   * `fit.isReply` tells that it is for a reply.
   */
  parse(raw: unknown, fit?: Fit): Value | Issues;
  /** Writes a value as JSON. */
  write(value: Value): string;
  /** Describes one side as JSON Schema. A named kind is described once, in `definitions`, and referred to. */
  describe(side: Side, definitions: Definitions): JsonSchema;
  /** Returns the name of the kind in pydantic's words, `list[int]`. It is part of the path of an issue inside a union. */
  typeName?(): string;
  /**
   * Returns values that the field accepts and refuses: its bounds, their neighbours, and a value for each type of issue. Values
   * of the other JSON types are added to them. A container starts from `like`, a value that it accepts, and changes one part at a
   * time.
   */
  samples?(like: unknown, open: Open): Samples;
  /** The name in messages, in place of the name under which it is sent. */
  readonly label?: string | undefined;
  /** The name of its schema. */
  readonly name?: string | undefined;
  /**
   * Returns the value to use when none was sent; `enclosing` is the object or request without it. A field that lacks `absent` is
   * required.
   */
  readonly absent?: ((enclosing: unknown) => Value | Issues) | undefined;
  /** True if a request without the field is refused in the end. By default, true for a field that lacks `absent`. */
  readonly required?: boolean;
  /** True if a reply may leave the field out: its value is undefined then. */
  readonly isOmittable?: boolean;
  /** The name that issues show, if it differs from the name it is sent under. */
  readonly shownAs?: string | undefined;
  /** True if the field stands for several parameters of a body, which FastAPI looks up one by one. */
  readonly isEmbedded?: boolean | undefined;
  /** True if `parse` refuses no text. */
  readonly takesAnyText?: boolean;
}
