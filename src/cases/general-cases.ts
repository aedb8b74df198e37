import { methods } from '../contract/endpoint.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import type { Case, CaseRequest } from './case.ts';
import { assemble, type Parts } from './parts.ts';
import { type Draft, type Operation, refusedCase, type Subject } from './subject.ts';

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
