import type { AnyField } from '../fields/field.ts';
import type { Samples } from '../fields/samples.ts';
import { takesList } from '../http/parts.ts';
import { isSendable, type TextPart, type TextValue, textOf } from './texts.ts';

/** The samples of a field that can be sent as text: several texts for a list, otherwise one. */
export function* textSamples(
  field: AnyField,
  part: TextPart,
  like: TextValue | undefined,
  side: keyof Samples,
): Iterable<TextValue> {
  const isList = takesList(field.describe('input'));
  for (const sample of field.samples(isList && typeof like === 'string' ? [like] : like)[side]) {
    const texts = [sample].flat().map(textOf);
    if (Array.isArray(sample) !== isList || !isEachSendable(part, texts)) continue;
    const [first] = texts;
    if (first !== undefined) yield isList ? texts : first;
  }
}

function isEachSendable(part: TextPart, texts: readonly (string | undefined)[]): texts is readonly string[] {
  return texts.every((text) => text !== undefined && isSendable(part, text));
}
