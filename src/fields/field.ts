import { Issues, type Path } from '../issues/issue.ts';
import type { FieldDefinition } from './definition.ts';
import { type StandardProps, standardProps } from './standard.ts';

/** A field: its own faces, and those that other validation libraries know. */
export interface Field<Value> extends FieldDefinition<Value> {
  parseAt(raw: unknown, place: Path): Value | Issues;
  readonly required: boolean;
  readonly takesAnyText: boolean;
  readonly '~standard': StandardProps<Value>;
}

export type AnyField = Field<unknown>;
export type ValueOf<F> = F extends Field<infer Value> ? Value : never;

/** Makes a field of its faces. */
export function field<Value>(faces: FieldDefinition<Value>): Field<Value> {
  const { required = !faces.absent, takesAnyText = false, parseAt = parserAt(faces) } = faces;
  return { ...faces, parseAt, required, takesAnyText, '~standard': standardProps(faces) };
}

function parserAt<Value>({ parse }: FieldDefinition<Value>): Field<Value>['parseAt'] {
  return (raw, place) => {
    const result = parse(raw);
    return result instanceof Issues ? result.within(place) : result;
  };
}
