import type { Endpoint } from '../contract/endpoint.ts';
import type { Handler, ServiceInfo } from '../contract/handler.ts';
import { Refusal } from '../contract/refusal.ts';
import { Issues } from '../issues/issue.ts';
import { bodyTooLarge, type Limits } from './limits.ts';
import type { Params, RouteKey } from './match.ts';
import { unsupported } from './media.ts';
import { parser, type RawParts } from './parse.ts';
import { queryReader } from './query.ts';
import { brokenOff, declaredLength, type RawBody, readBody, readHeaders, readParams } from './read.ts';
import { type Reply, replier, replyTo } from './reply.ts';
import type { RequestHead } from './request.ts';
import type { PendingBody } from './types.ts';

/** What the endpoints of one service share. */
export interface Service {
  readonly self: ServiceInfo;
  readonly limits: Limits;
}

/** What precedes the body of a request, on the way to the route that answers it. */
export interface RouteInput {
  readonly head: RequestHead;
  readonly segments: Params;
  readonly query: string | undefined;
}

/** What answers one method on one path, given the head of a request. */
export interface Route extends RouteKey {
  answer(arrival: RouteInput): Reply | PendingBody<Reply>;
}

/** Takes an endpoint from the contract to the wire: read, parse, handle, reply. */
export function compileEndpoint(endpoint: Endpoint, handle: Handler<Endpoint>, service: Service): Route {
  const { self, limits } = service;
  const readQuery = queryReader(endpoint.query ?? {});
  const parse = parser(endpoint);
  const reply = replier(endpoint);
  const overflow = () => replyTo(bodyTooLarge(limits));
  const breakOff = () => replyTo(brokenOff);

  function waiting(complete: (bytes: Uint8Array) => Reply): PendingBody<Reply> {
    return { limit: limits.body, complete, overflow, brokenOff: breakOff };
  }

  /** Without a body where nobody looks at it. */
  function conclude(raw: RawParts, body?: RawBody): Reply {
    const input = parse(raw, body?.value);
    if (input instanceof Issues) return reply.reject(input, body);
    const output = handle(input, self);
    return output instanceof Refusal ? reply.refuse(output, body?.source) : reply.accept(output);
  }

  function awaitJson(head: RequestHead, raw: RawParts): Reply | PendingBody<Reply> {
    const refused = unsupported(head.header);
    if (refused && declaredLength(head.header) > 0) return replyTo(refused);
    return waiting((bytes) => {
      const body = (bytes.length > 0 && refused) || readBody(bytes, limits);
      return body instanceof Refusal ? replyTo(body) : conclude(raw, body);
    });
  }

  /** Nobody looks at the body, but an answer that sounds as if it had arrived waits until it has. */
  function awaitAny(raw: RawParts): Reply | PendingBody<Reply> {
    const verdict = conclude(raw);
    if (verdict.status !== endpoint.reply.status) return verdict;
    return waiting(() => verdict);
  }

  /** Everything but the body. */
  function readParts({ head, segments, query }: RouteInput): RawParts | Refusal {
    const params = readParams(segments);
    if (params instanceof Refusal) return params;
    const headers = readHeaders(head.header, endpoint.headers ?? {});
    return { params, query: readQuery(query), headers };
  }

  return {
    method: endpoint.method,
    path: endpoint.path,
    answer(arrival) {
      const raw = readParts(arrival);
      if (raw instanceof Refusal) return replyTo(raw);
      if (endpoint.body === undefined) return conclude(raw);
      return endpoint.body === 'unread' ? awaitAny(raw) : awaitJson(arrival.head, raw);
    },
  };
}
