import type { Credential } from '../contract/credential.ts';
import { type Endpoint, isForm } from '../contract/endpoint.ts';
import { formFields } from '../contract/example.ts';
import { usualSuccess } from '../contract/success.ts';
import type { AnyField } from '../fields/field.ts';
import type { Shape } from '../fields/object.ts';
import { firstInTurns, Open, replacing, type Samples } from '../fields/samples.ts';
import { UploadedFile } from '../fields/values.ts';
import { bodyField } from '../http/parse.ts';
import { takesList } from '../http/parts.ts';
import { defined } from '../text/guards.ts';
import { atOnce } from '../text/turns.ts';
import {
  assemble,
  isSendable,
  type Parts,
  partOf,
  partsOf,
  type TextPart,
  type TextValue,
  textOf,
} from './request.ts';
import { answered, type Operation, type Search } from './subject.ts';

type Side = keyof Samples;

/** Which samples are wanted. */
interface Wanted {
  readonly side: Side;
  /** True if a single one is. */
  readonly isOne?: boolean;
  readonly search: Search;
}

/** The most work for the samples of all fields of an operation: that of ten whose samples take as long as they may. */
const MAX_WORK = 1_000_000;

export function newSearch(): Search {
  return { left: MAX_WORK };
}

/** Yields the samples of a field, as long as there is work left. */
function* samplesOf(field: AnyField, like: unknown, { side, isOne, search }: Wanted): Iterable<unknown> {
  const open = isOne ? Open.forOne() : new Open();
  const { left } = open;
  try {
    if (search.left > 0) yield* field.samples(like, open)[side];
  } finally {
    search.left -= left - open.left;
  }
  if (search.left <= 0 || !open.mayGoOn) search.isCutOff = true;
}

/** Yields variants of the request, each with another accepted or refused value in one place, and undefined in between. */
export function* changes(
  { endpoint, search = newSearch() }: Operation,
  base: Parts,
  side: Side,
): Iterable<Parts | undefined> {
  const { body } = endpoint;
  const wanted = { side, search };
  for (const part of textParts) yield* textChanges(endpoint, base, part, wanted);
  const bodies = isForm(body)
    ? formChanges(formFields(body), base.body, wanted)
    : bodySamples(body, base.body, wanted);
  yield* replacing(undefined, bodies, (value) => ({ ...base, body: value }));
}

function* bodySamples(body: Endpoint['body'], like: unknown, wanted: Wanted): Iterable<unknown> {
  const field = bodyField(body);
  if (field) yield* samplesOf(field, like, wanted);
}

/** Makes every parameter of the request wrong, or leaves it out if any text is accepted, and makes the body wrong. */
export function* allWrong({ endpoint, search = newSearch() }: Operation, base: Parts): Sampling<Parts> {
  const wanted: Wanted = { side: 'refused', isOne: true, search };
  const parts: Record<string, unknown> = {};
  for (const part of textParts) {
    const texts: Record<string, TextValue> = { ...base[part] };
    for (const [name, field] of variedFields(endpoint, part)) {
      const text = yield* firstInTurns(textSamples(field, part, texts[name], wanted));
      if (text !== undefined) texts[name] = text;
      else if (part !== 'params' && field.required) delete texts[name];
    }
    parts[part] = texts;
  }
  const { body } = endpoint;
  const wrongBody = isForm(body)
    ? wrongForm(formFields(body), base.body, wanted)
    : firstInTurns(bodySamples(body, base.body, wanted));
  return { ...base, ...parts, body: (yield* wrongBody) ?? base.body };
}

export const textParts: readonly TextPart[] = ['params', 'query', 'headers', 'cookies'];

function* textChanges(
  endpoint: Endpoint,
  base: Parts,
  part: TextPart,
  wanted: Wanted,
): Iterable<Parts | undefined> {
  const sent: Readonly<Record<string, TextValue>> = base[part];
  for (const [name, field] of variedFields(endpoint, part)) {
    const value = sent[name];
    const mayLack = part !== 'params' && (wanted.side === 'refused' || !field.required);
    if (mayLack && value !== undefined) {
      const { [name]: _, ...others } = sent;
      yield { ...base, [part]: others };
    }
    for (const text of textSamples(field, part, value, wanted))
      if (text === undefined) yield text;
      else if (String(text) !== String(value)) yield { ...base, [part]: { ...sent, [name]: text } };
  }
}

/** Headers that clients set by themselves: with another value, a request would break off or never reach an app. */
const framing: ReadonlySet<string> = new Set(
  'connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/** The fields of a part that cases vary. */
function variedFields(endpoint: Endpoint, part: TextPart): readonly (readonly [string, AnyField])[] {
  return Object.entries(endpoint[part] ?? {}).filter(
    ([name]) => part !== 'headers' || !framing.has(name.toLowerCase()),
  );
}

type Values = Readonly<Record<string, unknown>>;

/** Yields variants of the form, each with another accepted or refused value of one field. */
function* formChanges(form: Shape, base: unknown, wanted: Wanted): Iterable<Values | undefined> {
  const sent: Values = Object(base);
  for (const [name, field] of Object.entries(form)) {
    const { [name]: value, ...others } = sent;
    if (value !== undefined && (wanted.side === 'refused' || !field.required)) yield others;
    const samples = formSamples(field, value, wanted);
    yield* replacing(undefined, samples, (sample) => ({ ...sent, [name]: sample }));
  }
}

/** Makes every field of the form wrong, or leaves it out if it is required and accepts any text. */
export function* wrongForm(form: Shape, base: unknown, wanted: Wanted): Sampling<Values> {
  const values: Record<string, unknown> = { ...Object(base) };
  for (const [name, field] of Object.entries(form)) {
    const value = yield* firstInTurns(formSamples(field, values[name], wanted));
    if (value !== undefined) values[name] = value;
    else if (field.required) delete values[name];
  }
  return values;
}

/** The samples of a field that a form can express: texts and files, or several for a list. Blank ones are skipped. */
function* formSamples(field: AnyField, like: unknown, wanted: Wanted): Iterable<unknown> {
  const isList = takesList(field);
  for (const sample of samplesOf(field, isList && like !== undefined ? [like].flat() : like, wanted)) {
    if (sample === undefined) yield sample;
    const values = [sample].flat().map((each) => (each instanceof UploadedFile ? each : textOf(each)));
    if (Array.isArray(sample) !== isList || values.length === 0) continue;
    if (values.every((value) => value !== undefined && value !== '')) yield isList ? values : values[0];
  }
}

/** The search for samples in steps, one for each field. */
type Sampling<Result> = Generator<undefined, Result>;

/** Makes the request that all cases vary in one thing: the first accepted example, or one made from samples. */
export function acceptedRequest(operation: Operation): Parts {
  return atOnce(acceptedInSteps(operation));
}

/** Makes the same request in steps. */
export function* acceptedInSteps({ endpoint, subject, search = newSearch() }: Operation): Sampling<Parts> {
  const example = endpoint.examples?.find(({ status }) => status === usualSuccess(endpoint).status);
  const sampled = yield* sampledRequest(endpoint, { side: 'accepted', isOne: true, search });
  if (!example) return sampled;
  const given = withDeclaredNames(partsOf(example), endpoint.headers);
  const parts = {
    ...given,
    params: { ...sampled.params, ...given.params },
    body: given.body ?? sampled.body,
  };
  return (yield* answered(subject, assemble(endpoint, parts, subject.basePath))) ? sampled : parts;
}

function* sampledRequest(endpoint: Endpoint, wanted: Wanted): Sampling<Parts> {
  const { credential, body } = endpoint;
  const parts = {
    params: yield* sampledTexts(endpoint, 'params', wanted),
    query: yield* sampledTexts(endpoint, 'query', wanted),
    headers: yield* sampledTexts(endpoint, 'headers', wanted),
    cookies: yield* sampledTexts(endpoint, 'cookies', wanted),
    body: yield* sampledBody(body, wanted),
  };
  if (!credential) return parts;
  return [credential, ...(credential.and ?? [])].reduce(withCredential, parts);
}

/** A text for each required field. */
function sampledTexts(
  endpoint: Endpoint,
  part: TextPart,
  wanted: Wanted,
): Sampling<Readonly<Record<string, TextValue>>> {
  return sampled(endpoint[part], (field) =>
    replacing('', textSamples(field, part, undefined, wanted), (each) => each),
  );
}

/** The first sample of each required field that has any. */
function* sampled<Value>(
  shape: Shape = {},
  samplesOf: (field: AnyField) => Iterable<Value | undefined>,
): Sampling<Readonly<Record<string, Value>>> {
  const values: Record<string, Value> = {};
  for (const name of Object.keys(shape)) {
    // The field of each parameter of a document is made when it is first looked at.
    const field = defined(shape[name]);
    if (field.required) {
      const value = yield* firstInTurns(samplesOf(field));
      if (value !== undefined) values[name] = value;
    }
    yield;
  }
  return values;
}

function* sampledBody(body: Endpoint['body'], wanted: Wanted): Sampling<unknown> {
  if (isForm(body)) return yield* sampled(formFields(body), (field) => formSamples(field, undefined, wanted));
  return yield* firstInTurns(bodySamples(body, undefined, wanted));
}

/** Adds a credential that is well-formed, but not a real one. */
function withCredential(parts: Parts, { scheme, sample, in: part, name }: Credential): Parts {
  const texts = partOf[part];
  return { ...parts, [texts]: { ...parts[texts], [name]: sample ?? credentials[scheme] } };
}

/** Credentials that are well-formed, by their schemes. */
export const credentials = {
  bearer: 'Bearer token',
  basic: 'Basic dXNlcjpwYXNzd29yZA==',
  apiKey: 'key',
} as const;

/** Names headers as the contract does, since an example may differ in case. */
function withDeclaredNames(parts: Parts, declared: Shape = {}): Parts {
  const names = new Map(Object.keys(declared).map((name) => [name.toLowerCase(), name]));
  const headers = Object.entries(parts.headers).map(([name, value]) => [
    names.get(name.toLowerCase()) ?? name,
    value,
  ]);
  return { ...parts, headers: Object.fromEntries(headers) };
}

/** The samples of a field that can be sent as text: several texts for a list, otherwise one. */
function* textSamples(
  field: AnyField,
  part: TextPart,
  like: TextValue | undefined,
  wanted: Wanted,
): Iterable<TextValue | undefined> {
  const isList = takesList(field);
  for (const sample of samplesOf(field, isList && typeof like === 'string' ? [like] : like, wanted)) {
    if (sample === undefined) yield sample;
    const texts = [sample].flat().map(textOf);
    if (Array.isArray(sample) !== isList || !isEachSendable(part, texts)) continue;
    const [first] = texts;
    if (first !== undefined) yield isList ? texts : first;
  }
}

function isEachSendable(part: TextPart, texts: readonly (string | undefined)[]): texts is readonly string[] {
  return texts.every((text) => text !== undefined && isSendable(part, text));
}
