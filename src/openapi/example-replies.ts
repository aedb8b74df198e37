import type { Endpoint } from '../contract/endpoint.ts';
import { type ExampleRequest, requestOf } from '../contract/example.ts';
import type { Inject } from '../http/inject.ts';

/** A request, which is an example or one much like it, and the reply of the service. */
export interface ExampleReply {
  readonly title: string;
  readonly request: ExampleRequest;
  readonly status: number;
  readonly body: string;
}

/** The replies to the examples of an endpoint. */
export function exampleReplies(endpoint: Endpoint, inject: Inject): ExampleReply[] {
  const { examples = [] } = endpoint;
  return examples.flatMap((example) => answered(example.title, requestOf(endpoint, example), inject));
}

/** The replies to requests that are refused before any value is validated. */
export function strayReplies(endpoint: Endpoint, inject: Inject): ExampleReply[] {
  const [example] = endpoint.examples ?? [];
  if (!example) return [];
  const request = requestOf(endpoint, example);
  const { target, body } = request;
  const withHeader = (name: string, value: string) => ({
    ...request,
    headers: { ...request.headers, [name]: value },
  });
  const strays: [title: string, request: ExampleRequest][] = [
    ['The body is too large', withHeader('Content-Length', String(Number.MAX_SAFE_INTEGER))],
    ['The path is not UTF-8', { ...request, target: target.replace(/[^/]+$/, '%FF') }],
  ];
  if (body !== undefined) {
    strays.push(['The body is not JSON', { ...request, body: body.replace(/.$/, ',}') }]);
    strays.push(['The body is of another type', withHeader('Content-Type', 'text/plain')]);
  }
  return strays
    .flatMap(([title, stray]) => answered(title, stray, inject))
    .filter(({ status }) => status === 400 || status === 413 || status === 415);
}

function answered(title: string, request: ExampleRequest, inject: Inject): ExampleReply[] {
  const reply = inject(request);
  return reply ? [{ title, request, status: reply.status, body: reply.body }] : [];
}
