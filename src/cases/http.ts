import { isForm, methods } from '../contract/endpoint.ts';
import { isMultipart } from '../http/media.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import type { Case, CaseRequest } from './case.ts';
import { credentials } from './changes.ts';
import { assemble, type Parts, partOf } from './request.ts';
import { type Draft, type Operation, refusedCase, type Subject } from './subject.ts';

type Special = Omit<Draft, 'operation'>;

/** Yields requests that are refused before values are validated: for the credential, the path or the format of the body. */
export function* protocolCases(operation: Operation, base: Parts): Iterable<Case> {
  const { name, endpoint, subject } = operation;
  const request = assemble(endpoint, base, subject.basePath);
  const drafts = [
    ...credentialDrafts(operation, base),
    ...pathDrafts(operation, base),
    ...bodyDrafts(operation, request),
  ];
  for (const draft of drafts) yield* refusedCase(subject, { operation: name, ...draft });
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
function pathDrafts({ endpoint, subject }: Operation, base: Parts): Special[] {
  return Object.keys(endpoint.params ?? {}).map((name) => {
    const parts = { ...base, params: { ...base.params, [name]: MARK } };
    const request = assemble(endpoint, parts, subject.basePath);
    return {
      place: `path.${name}`,
      type: 'malformed',
      title: `${name} in the path is not UTF-8`,
      request: { ...request, target: request.target.replace(MARK, '%FF') },
    };
  });
}

const MARK = 'malformed-segment';

function bodyDrafts({ endpoint: { body } }: Operation, request: CaseRequest): Special[] {
  if (typeof body !== 'object' || typeof request.body !== 'string') return [];
  const { body: text, headers } = request;
  const place = 'body';
  const withHeader = (name: string, value: string) => ({
    ...request,
    headers: { ...headers, [name]: value },
  });
  return [
    { place, type: 'missing', title: 'The body is empty', request: { ...request, body: '' } },
    ...(isForm(body) ? formDrafts(request, text) : jsonDrafts(request, text)),
    {
      place,
      type: 'content_type',
      title: 'The body is sent as text/plain',
      request: withHeader('Content-Type', 'text/plain'),
    },
    {
      place,
      type: 'content_encoding',
      title: 'The body is sent with a content encoding',
      request: withHeader('Content-Encoding', 'gzip'),
    },
  ];
}

function jsonDrafts(request: CaseRequest, text: string): Special[] {
  const place = 'body';
  return [
    { place, type: 'json_invalid', title: 'The body is not JSON', request: { ...request, body: cut(text) } },
    { place, type: 'not_utf8', title: 'The body is not UTF-8', request: { ...request, body: NOT_UTF8 } },
  ];
}

function formDrafts(request: CaseRequest, text: string): Special[] {
  // A URL-encoded form that breaks off is still a valid form.
  const { 'Content-Type': type = '' } = request.headers;
  if (!isMultipart(type)) return [];
  const body = text.slice(0, text.length / 2);
  return [
    { place: 'body', type: 'form_invalid', title: 'The form breaks off', request: { ...request, body } },
  ];
}

/** Removes the end of a JSON text. */
function cut(text: string): string {
  return text.length > 1 && /[\]}]$/.test(text) ? text.slice(0, -1) : '{';
}

/** A JSON string of one byte that never occurs in UTF-8. */
const NOT_UTF8 = Uint8Array.of(0x22, 0xff, 0x22);

/** Yields the cases that don't depend on an endpoint. */
export function* generalCases(subject: Subject): Iterable<Case> {
  for (const draft of [notFound(subject), ...headDrafts(subject)]) yield* refusedCase(subject, draft);
}

function notFound({ basePath }: Subject): Draft {
  return {
    ...general('path', 'not_found', 'There is no such path'),
    request: get(`${basePath}/no-such-path`),
  };
}

function headDrafts({ basePath, limits }: Subject): Draft[] {
  const { target, headers, headerBytes } = limits;
  const root = `${basePath}/`;
  const many = Array.from({ length: headers + 1 }, (_, at) => [`X-Header-${at + 1}`, 'text'] as const);
  const drafts = [
    {
      ...general('target', 'too_long', `The path and query are longer than ${target} bytes`),
      request: get(`${root}?${'a'.repeat(target - root.length)}`),
    },
    {
      ...general('headers', 'too_many', `There are more than ${headers} headers`),
      request: get(root, Object.fromEntries(many)),
    },
    {
      ...general('headers', 'too_large', `The headers are larger than ${headerBytes} bytes`),
      request: get(root, { 'X-Header': 'a'.repeat(headerBytes) }),
    },
  ];
  return drafts.map((draft) => ({ ...draft, kind: 'limit' }));
}

function general(place: string, type: string, title: string): Omit<Draft, 'request'> {
  return { operation: undefined, place, type, title };
}

function get(target: string, headers: CaseRequest['headers'] = {}): CaseRequest {
  return { method: 'GET', target, headers, body: undefined };
}

/** Yields a request for a path with a method that none of its endpoints has. */
export function* methodCase({ name, endpoint, subject, siblings }: Operation, base: Parts): Iterable<Case> {
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
export function* bodyLimitCases({ name, endpoint, subject }: Operation, base: Parts): Iterable<Case> {
  const { body: most, depth } = subject.limits;
  const request = assemble(endpoint, base, subject.basePath);
  if (typeof request.body !== 'string') return;
  const bodies = [
    { type: 'too_deep', title: `The body is nested ${depth + 1} levels deep`, body: nested(depth + 1) },
    ...(most > MAX_BYTES
      ? []
      : [
          {
            type: 'too_large',
            title: `The body is larger than ${most} bytes`,
            body: padded(request.body, most),
          },
        ]),
  ];
  for (const { type, title, body } of bodies) {
    const draft = {
      operation: name,
      place: 'body',
      type,
      title,
      kind: 'limit',
      request: { ...request, body },
    } as const;
    yield* refusedCase(subject, draft);
  }
}

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

/** Pads a body with spaces until it exceeds the limit. */
function padded(text: string, most: number): string {
  return text + ' '.repeat(Math.max(0, most + 1 - encodeUtf8(text).length));
}
