import type { Credential } from '../contract/credential.ts';
import { type Endpoint, isForm } from '../contract/endpoint.ts';
import { formFields } from '../contract/example.ts';
import type { Shape } from '../fields/object.ts';
import { firstOf } from '../fields/samples.ts';
import { bodyField } from '../http/parse.ts';
import { sampledForm } from './form-changes.ts';
import { assemble, type Parts, partsOf } from './parts.ts';
import type { Operation } from './subject.ts';
import { textSamples } from './text-samples.ts';
import type { TextPart, TextValue } from './texts.ts';

/** Makes the request that all cases vary in one thing: the first accepted example, or one made from samples. */
export function acceptedRequest({ endpoint, subject }: Operation): Parts {
  const example = endpoint.examples?.find(({ status }) => status === endpoint.reply.status);
  const sampled = sampledRequest(endpoint);
  if (!example) return sampled;
  const given = withDeclaredNames(partsOf(example), endpoint.headers);
  const parts = {
    ...given,
    params: { ...sampled.params, ...given.params },
    body: given.body ?? sampled.body,
  };
  const isRefused = subject.inject(assemble(endpoint, parts, subject.basePath)) !== undefined;
  return isRefused ? sampled : parts;
}

function sampledRequest(endpoint: Endpoint): Parts {
  const { credential, body } = endpoint;
  const parts = {
    params: sampledTexts(endpoint, 'params'),
    query: sampledTexts(endpoint, 'query'),
    headers: sampledTexts(endpoint, 'headers'),
    cookies: sampledTexts(endpoint, 'cookies'),
    body: sampledBody(body),
  };
  if (!credential) return parts;
  return [credential, ...(credential.and ?? [])].reduce(withCredential, parts);
}

/** A text for each required field. */
function sampledTexts(endpoint: Endpoint, part: TextPart): Readonly<Record<string, TextValue>> {
  const texts: Record<string, TextValue> = {};
  for (const [name, field] of Object.entries(endpoint[part] ?? {})) {
    const text = field.required ? firstText(textSamples(field, part, undefined, 'accepted')) : undefined;
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}

function firstText(texts: Iterable<TextValue>): TextValue | undefined {
  for (const text of texts) if (text !== '') return text;
  return undefined;
}

function sampledBody(body: Endpoint['body']): unknown {
  if (isForm(body)) return sampledForm(formFields(body));
  const field = bodyField(body);
  return field && firstOf(field.samples().accepted);
}

/** Adds a credential that is well-formed, but not a real one. */
function withCredential(parts: Parts, { scheme, sample, in: part, name }: Credential): Parts {
  const value = sample ?? credentials[scheme];
  if (part === 'query') return { ...parts, query: { ...parts.query, [name]: value } };
  if (part === 'cookie') return { ...parts, cookies: { ...parts.cookies, [name]: value } };
  return { ...parts, headers: { ...parts.headers, [name]: value } };
}

const credentials = { bearer: 'Bearer token', basic: 'Basic dXNlcjpwYXNzd29yZA==', apiKey: 'key' } as const;

/** Renames headers to the contract's spelling, since an example may differ in case. */
function withDeclaredNames(parts: Parts, declared: Shape = {}): Parts {
  const names = new Map(Object.keys(declared).map((name) => [name.toLowerCase(), name]));
  const headers = Object.entries(parts.headers).map(([name, value]) => [
    names.get(name.toLowerCase()) ?? name,
    value,
  ]);
  return { ...parts, headers: Object.fromEntries(headers) };
}
