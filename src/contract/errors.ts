import { list } from '../fields/list.ts';
import { object } from '../fields/object.ts';
import { text } from '../fields/text.ts';
import { unknown } from '../fields/unknown.ts';

/** One entry of the automatic 422: what is wrong with one value, and where. */
export const validationError = object({
  type: text(),
  loc: list(unknown()),
  msg: text(),
  input: unknown(),
});
