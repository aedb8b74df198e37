import { type ObjectField, object, type Shape, withType } from '../fields/index.ts';

/** The body of a request, with the name of its schema. One that is not an object is refused as `dict_type`. */
export function body<S extends Shape>(shape: S, name: string): ObjectField<S> {
  return withType(object(shape, { name }), { model_attributes_type: 'dict_type' });
}
