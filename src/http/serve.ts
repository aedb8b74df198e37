import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { Refusal } from '../contract/refusal.ts';
import type { Handler } from '../handlers/handler.ts';
import { Issues } from '../issues/issue.ts';
import type { AwaitBody } from './exchange.ts';
import { bodyTooLarge, type Limits } from './limits.ts';
import type { Params, Served } from './match.ts';
import { unsupported } from './media.ts';
import { parser, type RawParts } from './parse.ts';
import { brokenOff, declaredLength, readBody, readHeaders, readParams, readQuery } from './read.ts';
import { type Reply, replier, replyTo } from './reply.ts';
import type { RequestHead } from './request.ts';

/** What the endpoints of one service share. */
export interface Service {
  readonly contract: Contract;
  readonly limits: Limits;
}

/** What precedes the body of a request, on the way to the route that answers it. */
export interface Arrival {
  readonly head: RequestHead;
  readonly segments: Params;
  readonly query: string | undefined;
}

/** What answers one method on one path, given the head of a request. */
export interface Route extends Served {
  answer(arrival: Arrival): Reply | AwaitBody<Reply>;
}

/** Takes an endpoint from the contract to the wire: read, parse, handle, reply. */
export function serve(endpoint: Endpoint, handle: Handler<Endpoint>, service: Service): Route {
  const { contract, limits } = service;
  const parse = parser(endpoint);
  const reply = replier(endpoint);
  const awaited = {
    limit: limits.body,
    overflow: () => replyTo(bodyTooLarge(limits)),
    brokenOff: () => replyTo(brokenOff),
  };

  /** `source` is the text of the body, from which replies quote. */
  function conclude(raw: RawParts, source?: string): Reply {
    const input = parse(raw);
    if (input instanceof Issues) return reply.reject(input, source);
    const output = handle(input, contract);
    return output instanceof Refusal ? reply.refuse(output, source) : reply.accept(output);
  }

  function awaitJson(head: RequestHead, raw: RawParts): Reply | AwaitBody<Reply> {
    const unsupportable = declaredLength(head.header) > 0 ? unsupported(head.header) : undefined;
    if (unsupportable) return replyTo(unsupportable);
    return {
      ...awaited,
      complete(bytes) {
        const body = readBody(bytes, head.header, limits);
        return body instanceof Refusal ? replyTo(body) : conclude({ ...raw, body: body.value }, body.source);
      },
    };
  }

  /** Nobody looks at the body, but an answer that sounds as if it had arrived waits until it has. */
  function awaitAny(raw: RawParts): Reply | AwaitBody<Reply> {
    const verdict = conclude(raw);
    if (verdict.status !== endpoint.reply.status) return verdict;
    return { ...awaited, complete: () => verdict };
  }

  return {
    method: endpoint.method,
    path: endpoint.path,
    answer(arrival) {
      const raw = readParts(endpoint, arrival);
      if (raw instanceof Refusal) return replyTo(raw);
      if (endpoint.body === undefined) return conclude(raw);
      return endpoint.body === 'unread' ? awaitAny(raw) : awaitJson(arrival.head, raw);
    },
  };
}

/** Everything but the body. */
function readParts(declared: Endpoint, { head, segments, query }: Arrival): RawParts | Refusal {
  const params = readParams(segments);
  if (params instanceof Refusal) return params;
  return {
    params,
    query: readQuery(query, declared.query ?? {}),
    headers: readHeaders(head.header, declared.headers ?? {}),
    body: undefined,
  };
}
