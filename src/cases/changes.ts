import { type Endpoint, isForm } from '../contract/endpoint.ts';
import { formFields } from '../contract/example.ts';
import type { Samples } from '../fields/samples.ts';
import { bodyField } from '../http/parse.ts';
import { formChanges, wrongForm } from './form-changes.ts';
import type { Parts } from './parts.ts';
import { textSamples } from './text-samples.ts';
import type { TextPart, TextValue } from './texts.ts';

type Side = keyof Samples;
/** Yields variants of the request, each with another accepted or refused value in one place. */
export function* changes(endpoint: Endpoint, base: Parts, side: Side): Iterable<Parts> {
  for (const part of textParts) yield* textChanges(endpoint, base, part, side);
  for (const body of bodies(endpoint, base, side)) yield { ...base, body };
}

/** Yields variants of the body, each with another value in one place. */
function bodies({ body }: Endpoint, base: Parts, side: Side): Iterable<unknown> {
  if (isForm(body)) return formChanges(formFields(body), base.body, side);
  return bodyField(body)?.samples(base.body)[side] ?? [];
}

/** Makes every parameter of the request wrong, or leaves it out if any text is accepted, and makes the body wrong. */
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
  return { ...base, ...parts, body: wrongBody(endpoint, base) };
}

function wrongBody({ body }: Endpoint, base: Parts): unknown {
  if (isForm(body)) return wrongForm(formFields(body), base.body);
  const [wrong = base.body] = bodyField(body)?.samples(base.body).refused ?? [];
  return wrong;
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
