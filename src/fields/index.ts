/** Fields for programs that validate their own values, exported as `assay/fields`. */
export { Issue, Issues, pydanticContext, pydanticMessage, reason, sentence, wrong } from '../errors/issue.ts';
export type { IssueType } from '../errors/table.ts';
export type { Bounds } from './bounds.ts';
export type { Scalar } from './choice.ts';
export { boolean, enumeration, literal } from './choice.ts';
export { type Description, described, secret } from './described.ts';
export { duration } from './duration.ts';
export { email } from './email.ts';
export type {
  FieldDefinition,
  Fit,
  JsonSchema,
  LabelOption,
  Side,
  StandardIssue,
  StandardProps,
} from './field.ts';
export { customField as field, Definitions, type Field, type GivenOf, type ValueOf, valid } from './field.ts';
export { type FileOptions, file } from './file.ts';
export { ip } from './ip.ts';
export type { Items } from './list.ts';
export { type DictionaryOptions, dictionary, list, set, type TupleOf, tuple } from './list.ts';
export { bearerToken, hex } from './notation.ts';
export { type DecimalOptions, decimal, float, integer } from './number.ts';
export { type ObjectField, type ObjectOf, type ObjectOptions, object, type Shape } from './object.ts';
export { lazy, nullable, omittable, optional, unknown, unlessBlank } from './optional.ts';
export { type Mistake, type Mistakes, refine, safe, withType } from './refine.ts';
export type { Pattern } from './text.ts';
export { rawText, type TextOptions, text } from './text.ts';
export type { TimeOptions } from './time.ts';
export { date, dateTime, time } from './time.ts';
export { discriminatedUnion, type Kinds, union } from './union.ts';
export { uri, url } from './url.ts';
export { uuid } from './uuid.ts';
export type { Values, ValuesOption } from './values.ts';
export { UploadedFile } from './values.ts';
