import type { AnyField } from '../fields/field.ts';
import type { Shape } from '../fields/object.ts';
import type { Samples } from '../fields/samples.ts';
import { UploadedFile } from '../fields/values.ts';
import { takesList } from '../http/parts.ts';
import { textOf } from './texts.ts';

type Side = keyof Samples;
type Values = Readonly<Record<string, unknown>>;

/** The values of a form, with a sample for each required field. */
export function sampledForm(form: Shape): Values {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(form)) {
    const [value] = field.required ? formSamples(field, undefined, 'accepted') : [];
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Yields variants of the form, each with another accepted or refused value of one field. */
export function* formChanges(form: Shape, base: unknown, side: Side): Iterable<Values> {
  const sent: Values = Object(base);
  for (const [name, field] of Object.entries(form)) {
    const { [name]: value, ...others } = sent;
    if (value !== undefined && (side === 'refused' || !field.required)) yield others;
    for (const sample of formSamples(field, value, side)) yield { ...sent, [name]: sample };
  }
}

/** Makes every field of the form wrong, or leaves it out if it is required and accepts any text. */
export function wrongForm(form: Shape, base: unknown): Values {
  const values: Record<string, unknown> = { ...Object(base) };
  for (const [name, field] of Object.entries(form)) {
    const [value] = formSamples(field, values[name], 'refused');
    if (value !== undefined) values[name] = value;
    else if (field.required) delete values[name];
  }
  return values;
}

/** The samples of a field that a form can express: texts and files, or several for a list. Blank ones are skipped. */
function* formSamples(field: AnyField, like: unknown, side: Side): Iterable<unknown> {
  const isList = takesList(field.describe('input'));
  for (const sample of field.samples(isList && like !== undefined ? [like].flat() : like)[side]) {
    const values = [sample].flat().map((each) => (each instanceof UploadedFile ? each : textOf(each)));
    if (Array.isArray(sample) !== isList || values.length === 0) continue;
    if (values.every((value) => value !== undefined && value !== '')) yield isList ? values : values[0];
  }
}
