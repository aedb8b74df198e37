import { isForm, methods } from '../contract/endpoint.ts';
import { isMultipart } from '../http/media.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import type { Case, CaseRequest } from './case.ts';
import { credentials } from './changes.ts';
import { assemble, type Parts, partOf } from './request.ts';
import { type Draft, type Operation, refusedCase, type Subject } from './subject.ts';

type Special = Omit<Draft, 'operation'>;

/** Yields requests that are refused before values are validated: for the credential, the path or the format of the body. */
export function* protocolCases(operation: Operation, base: Parts): Iterable<Case | undefined> {
  const { name, endpoint, subject } = operation;
  const request = assemble(endpoint, base, subject.basePath);
  const drafts = [
    credentialDrafts(operation, base),
    pathDrafts(operation, base),
    bodyDrafts(operation, request),
  ];
  for (const each of drafts)
    for (const draft of each) yield* refusedCase(subject, { operation: name, ...draft });
}

function credentialDrafts({ endpoint, subject }: Operation, base: Parts): Special[] {
  const { credential } = endpoint;
  if (!credential) return [];
  const sent = (value: string | undefined) => {
    const parts = withValue(base, credential.in, credential.name, value);
    return assemble(endpoint, parts, subject.basePath);
  };
  const other = credentials[credential.scheme === 'bearer' ? 'basic' : 'bearer'];
  const place = 'credential';
  return [
    { place, type: 'missing', title: `${credential.name} is missing`, request: sent(undefined) },
    { place, type: 'malformed', title: `${credential.name} is of another scheme`, request: sent(other) },
  ];
}

/** Replaces or removes a value. Its name is compared without case. */
export function withValue(parts: Parts, place: keyof typeof partOf, name: string, value?: string): Parts {
  const part = partOf[place];
  const others = Object.entries(parts[part]).filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return {
    ...parts,
    [part]: { ...Object.fromEntries(others), ...(value !== undefined && { [name]: value }) },
  };
}

/** Puts a byte that is not valid UTF-8 into each parameter of the path. */
function* pathDrafts({ endpoint, subject }: Operation, base: Parts): Iterable<Special> {
  for (const name of Object.keys(endpoint.params ?? {})) {
    const parts = { ...base, params: { ...base.params, [name]: MARK } };
    const request = assemble(endpoint, parts, subject.basePath);
    yield {
      place: `path.${name}`,
      type: 'malformed',
      title: `${name} in the path is not UTF-8`,
      request: { ...request, target: request.target.replace(MARK, '%FF') },
    };
  }
}

const MARK = 'malformed-segment';

function bodyDrafts({ endpoint: { body } }: Operation, request: CaseRequest): Special[] {
  if (typeof body !== 'object' || typeof request.body !== 'string') return [];
  const { body: text, headers } = request;
  const draft = (type: string, title: string, change: Partial<CaseRequest>): Special => {
    return { place: 'body', type, title, request: { ...request, ...change } };
  };
  const withHeader = (name: string, value: string) => ({ headers: { ...headers, [name]: value } });
  const ofFormat = () => {
    if (!isForm(body))
      return [
        draft('json_invalid', 'The body is not JSON', { body: cut(text) }),
        draft('not_utf8', 'The body is not UTF-8', { body: NOT_UTF8 }),
      ];
    // A URL-encoded form that breaks off is still a valid form.
    if (!isMultipart(String(headers['Content-Type']))) return [];
    return [draft('form_invalid', 'The form breaks off', { body: text.slice(0, text.length / 2) })];
  };
  return [
    draft('missing', 'The body is empty', { body: '' }),
    ...ofFormat(),
    draft('content_type', 'The body is sent as text/plain', withHeader('Content-Type', 'text/plain')),
    draft(
      'content_encoding',
      'The body is sent with a content encoding',
      withHeader('Content-Encoding', 'gzip'),
    ),
  ];
}

/** Removes the end of a JSON text. */
function cut(text: string): string {
  return text.length > 1 && /[\]}]$/.test(text) ? text.slice(0, -1) : '{';
}

/** A JSON string of one byte that never occurs in UTF-8. */
const NOT_UTF8 = Uint8Array.of(0x22, 0xff, 0x22);

/** Yields the cases that don't depend on an endpoint. */
export function* generalCases(subject: Subject): Iterable<Case | undefined> {
  for (const draft of [notFound(subject), ...headDrafts(subject)]) yield* refusedCase(subject, draft);
}

function notFound({ basePath }: Subject): Draft {
  return general('path', 'not_found', 'There is no such path', `${basePath}/no-such-path`);
}

function headDrafts({ basePath, limits }: Subject): Draft[] {
  const { target, headers, headerBytes } = limits;
  const root = `${basePath}/`;
  const many = Array.from({ length: headers + 1 }, (_, at) => [`X-Header-${at + 1}`, 'text'] as const);
  const long = `${root}?${'a'.repeat(target - root.length)}`;
  const large = { 'X-Header': 'a'.repeat(headerBytes) };
  const drafts = [
    general('target', 'too_long', `The path and query are longer than ${target} bytes`, long),
    general('headers', 'too_many', `There are more than ${headers} headers`, root, Object.fromEntries(many)),
    general('headers', 'too_large', `The headers are larger than ${headerBytes} bytes`, root, large),
  ];
  return drafts.map((draft) => ({ ...draft, kind: 'limit' }));
}

function general(
  place: string,
  type: string,
  title: string,
  target: string,
  headers: CaseRequest['headers'] = {},
): Draft {
  const request = { method: 'GET', target, headers, body: undefined };
  return { operation: undefined, place, type, title, request };
}

/** Yields a request for a path with a method that none of its endpoints has. */
export function* methodCase(
  { name, endpoint, subject, siblings }: Operation,
  base: Parts,
): Iterable<Case | undefined> {
  const method = methods.findLast((each) => !siblings.includes(each));
  if (method === undefined || siblings[0] !== endpoint.method) return;
  const { target } = assemble(endpoint, { ...base, query: {} }, subject.basePath);
  const request = { method, target, headers: {}, body: undefined };
  const title = `${method} is not allowed on ${endpoint.path}`;
  yield* refusedCase(subject, { operation: name, place: 'method', type: 'not_allowed', title, request });
}

/** The largest body limit that a case is made for. */
const MAX_BYTES = 1024 * 1024;

/** Yields the requests whose body exceeds a limit. */
export function* bodyLimitCases(
  { name, endpoint, subject }: Operation,
  base: Parts,
): Iterable<Case | undefined> {
  const { body: most, depth } = subject.limits;
  const request = assemble(endpoint, base, subject.basePath);
  if (typeof request.body !== 'string') return;
  const limitCase = (type: string, title: string, body: string) =>
    refusedCase(subject, {
      operation: name,
      place: 'body',
      type,
      title,
      kind: 'limit',
      request: { ...request, body },
    });
  yield* limitCase('too_deep', `The body is nested ${depth + 1} levels deep`, nested(depth + 1));
  if (most <= MAX_BYTES)
    yield* limitCase('too_large', `The body is larger than ${most} bytes`, padded(request.body, most));
}

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

/** Pads a body with spaces until it exceeds the limit. */
function padded(text: string, most: number): string {
  return text + ' '.repeat(Math.max(0, most + 1 - encodeUtf8(text).length));
}
