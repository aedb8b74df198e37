import type { Endpoint } from '../contract/endpoint.ts';
import type { Samples } from '../fields/samples/samples.ts';
import { bodyField } from '../http/parse.ts';
import type { Parts } from './parts.ts';
import { textSamples } from './text-samples.ts';
import type { TextPart, TextValue } from './texts.ts';

type Side = keyof Samples;
/** The request with another value in one place, which is refused or accepted there. */
export function* changes(endpoint: Endpoint, base: Parts, side: Side): Iterable<Parts> {
  for (const part of textParts) yield* textChanges(endpoint, base, part, side);
  const field = bodyField(endpoint.body);
  if (field) for (const body of field.samples(base.body)[side]) yield { ...base, body };
}

/** The request with every parameter wrong, or left out where any text will do, and with a wrong body. */
export function allWrong(endpoint: Endpoint, base: Parts): Parts {
  const parts: Record<string, unknown> = {};
  for (const part of textParts) {
    const texts: Record<string, TextValue> = { ...base[part] };
    for (const [name, field] of Object.entries(endpoint[part] ?? {})) {
      const [text] = textSamples(field, part, texts[name], 'refused');
      if (text !== undefined) texts[name] = text;
      else if (part !== 'params' && field.required) delete texts[name];
    }
    parts[part] = texts;
  }
  const field = bodyField(endpoint.body);
  const [body = base.body] = field ? field.samples(base.body).refused : [];
  return { ...base, ...parts, body };
}

const textParts: readonly TextPart[] = ['params', 'query', 'headers', 'cookies'];

function* textChanges(endpoint: Endpoint, base: Parts, part: TextPart, side: Side): Iterable<Parts> {
  const sent: Readonly<Record<string, TextValue>> = base[part];
  for (const [name, field] of Object.entries(endpoint[part] ?? {})) {
    const { [name]: value, ...others } = sent;
    const mayLack = part !== 'params' && (side === 'refused' || !field.required);
    if (mayLack && value !== undefined) yield { ...base, [part]: others };
    for (const text of textSamples(field, part, value, side))
      if (String(text) !== String(value)) yield { ...base, [part]: { ...sent, [name]: text } };
  }
}
