/** Fields for programs that validate their own values, exported as `assay/fields`. */
export { Issue, Issues, pydanticContext, pydanticMessage, reason, sentence, wrong } from '../errors/issue.ts';
export type { IssueType } from '../errors/table.ts';
export type { Bounds } from './bounds.ts';
export type { Scalar } from './choice.ts';
export { boolean, enumeration, literal } from './choice.ts';
export { Definitions, type JsonSchema, type Side } from './definitions.ts';
export { type Description, described, secret } from './described.ts';
export { type DictionaryOptions, dictionary } from './dictionary.ts';
export { duration } from './duration.ts';
export { email } from './email.ts';
export {
  customField as field,
  type Field,
  type FieldDefinition,
  type GivenOf,
  type LabelOption,
  type ValueOf,
  valid,
} from './field.ts';
export { type FileOptions, file } from './file.ts';
export type { Fit } from './fit.ts';
export { ip } from './ip.ts';
export type { Items } from './lengths.ts';
export { list, set } from './list.ts';
export { bearerToken, hex } from './notation.ts';
export { type DecimalOptions, decimal, float, integer } from './number.ts';
export { type ObjectField, type ObjectOf, type ObjectOptions, object, type Shape } from './object.ts';
export { lazy, nullable, omittable, optional, unknown, unlessBlank } from './optional.ts';
export { type Mistake, type Mistakes, refine, safe, withType } from './refine.ts';
export type { StandardIssue, StandardProps } from './standard.ts';
export type { Pattern } from './text.ts';
export { rawText, type TextOptions, text } from './text.ts';
export type { TimeOptions } from './time.ts';
export { date, dateTime, time } from './time.ts';
export { type TupleOf, tuple } from './tuple.ts';
export { discriminatedUnion, type Kinds, union } from './union.ts';
export { uri, url } from './url.ts';
export { uuid } from './uuid.ts';
export type { Values, ValuesOption } from './values.ts';
export { UploadedFile } from './values.ts';
