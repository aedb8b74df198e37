import type { Faces } from './definition.ts';
import { type StandardFace, standardFace } from './standard.ts';

/** A field: its own faces, and those that other validation libraries know. */
export interface Field<Value> extends Faces<Value> {
  readonly required: boolean;
  readonly takesAnyText: boolean;
  readonly '~standard': StandardFace<Value>;
}

export type AnyField = Field<unknown>;
export type ValueOf<F> = F extends Field<infer Value> ? Value : never;

/** Makes a field of its faces. */
export function field<Value>(faces: Faces<Value>): Field<Value> {
  const { required = !faces.absent, takesAnyText = false } = faces;
  return { ...faces, required, takesAnyText, '~standard': standardFace(faces) };
}
