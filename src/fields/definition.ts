import type { Issues, Path } from '../issues/issue.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };
/** `input` is what a request may send, `output` what a reply holds. */
export type Side = 'input' | 'output';

/** What a kind of field has to say for itself. */
export interface FieldDefinition<Value> {
  /** Turns whatever arrived into a value, or into everything that is wrong with it. Never throws. */
  parse(raw: unknown): Value | Issues;
  /** Parses a value that stands at `place`, the beginning of every path. */
  parseAt?(raw: unknown, place: Path): Value | Issues;
  /** Turns a value into JSON text. */
  write(value: Value): string;
  /** Describes, as JSON Schema, what may come in or what goes out. */
  describe(side: Side): JsonSchema;
  /** What stands for a value that was not sent inside `enclosing`; without it the field is required. */
  absent?(enclosing: unknown): Value | Issues;
  /** Whether a request without the field is refused in the end, where `absent` does not tell. */
  readonly required?: boolean;
  /** Whether there is no text that `parse` refuses. */
  readonly takesAnyText?: boolean;
}
